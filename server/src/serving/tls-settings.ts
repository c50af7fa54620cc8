import type { SecureVersion } from 'node:tls'

const versions: Readonly<Record<string, SecureVersion>> = {
  VersionTLS10: 'TLSv1',
  VersionTLS11: 'TLSv1.1',
  VersionTLS12: 'TLSv1.2',
  VersionTLS13: 'TLSv1.3',
}

/** OpenSSL's names of the suites, by Go's. Source: `crypto/tls`. */
const suites: Readonly<Record<string, string>> = {
  TLS_AES_128_GCM_SHA256: 'TLS_AES_128_GCM_SHA256',
  TLS_AES_256_GCM_SHA384: 'TLS_AES_256_GCM_SHA384',
  TLS_CHACHA20_POLY1305_SHA256: 'TLS_CHACHA20_POLY1305_SHA256',
  TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA: 'ECDHE-ECDSA-AES128-SHA',
  TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256: 'ECDHE-ECDSA-AES128-GCM-SHA256',
  TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA: 'ECDHE-ECDSA-AES256-SHA',
  TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384: 'ECDHE-ECDSA-AES256-GCM-SHA384',
  TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305: 'ECDHE-ECDSA-CHACHA20-POLY1305',
  TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256: 'ECDHE-ECDSA-CHACHA20-POLY1305',
  TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA: 'ECDHE-RSA-AES128-SHA',
  TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256: 'ECDHE-RSA-AES128-GCM-SHA256',
  TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA: 'ECDHE-RSA-AES256-SHA',
  TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384: 'ECDHE-RSA-AES256-GCM-SHA384',
  TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305: 'ECDHE-RSA-CHACHA20-POLY1305',
  TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256: 'ECDHE-RSA-CHACHA20-POLY1305',
  TLS_RSA_WITH_AES_128_CBC_SHA: 'AES128-SHA',
  TLS_RSA_WITH_AES_128_GCM_SHA256: 'AES128-GCM-SHA256',
  TLS_RSA_WITH_AES_256_CBC_SHA: 'AES256-SHA',
  TLS_RSA_WITH_AES_256_GCM_SHA384: 'AES256-GCM-SHA384',
}

/** OpenSSL's names of the groups that keys are exchanged with, by Go's numbers. Source: `CurveID` of `crypto/tls`. */
const curves: Readonly<Record<string, string>> = {
  23: 'P-256',
  24: 'P-384',
  25: 'P-521',
  29: 'X25519',
  4587: 'SecP256r1MLKEM768',
  4588: 'X25519MLKEM768',
  4589: 'SecP384r1MLKEM1024',
}
const greatestCurve = 0xffff

/**
 * Groups by Go's numbers in Node's form. Throws `RangeError` for other numbers, and for duplicates.
 *
 * Source: `TLSCurvePreferences` of k8s.io/component-base/cli/flag.
 */
export function tlsCurves(numbers: readonly string[]): string {
  const seen = new Set<number>()
  const names = numbers.map((text) => {
    const number = Number(text)
    if (!Number.isInteger(number) || number <= 0 || number > greatestCurve) {
      throw new RangeError(`curve preference ${text} is out of range (must be 1-${greatestCurve})`)
    }
    if (seen.has(number)) throw new RangeError(`duplicate curve preference ${text}`)
    seen.add(number)
    const name = curves[number]
    if (name === undefined) throw new RangeError(`curve preference ${text} is not supported by the current Go version`)
    return name
  })
  return names.join(':')
}

/** The version of TLS that Kubernetes calls `VersionTLS12`. Throws `RangeError` for an unknown name. */
export function tlsVersion(name: string): SecureVersion {
  const version = versions[name]
  if (version === undefined) throw new RangeError(`unknown tls version ${JSON.stringify(name)}`)
  return version
}

/** Suites by Go's names as Node takes them. Throws `RangeError` for an unknown name. */
export function tlsCiphers(names: readonly string[]): string {
  return names
    .map((name) => {
      const suite = suites[name]
      if (suite === undefined) throw new RangeError(`Cipher suite ${name} not supported or doesn't exist`)
      return suite
    })
    .join(':')
}
