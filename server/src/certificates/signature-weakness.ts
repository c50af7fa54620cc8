import type { X509Certificate } from 'node:crypto'
import type { CertificateFacts } from './certificate-facts.js'

const rsa = '1.2.840.113549.1.1'
const ecdsa = '1.2.840.10045.4'
const sha = '2.16.840.1.101.3.4.2'

/** SHA-256, SHA-384 and SHA-512 with RSA, ECDSA and RSASSA-PSS; Ed25519. */
const secure: ReadonlySet<string> = new Set([
  ...[`${rsa}.11`, `${rsa}.12`, `${rsa}.13`],
  ...[`${ecdsa}.3.2`, `${ecdsa}.3.3`, `${ecdsa}.3.4`],
  ...[`${rsa}.10/${sha}.1`, `${rsa}.10/${sha}.2`, `${rsa}.10/${sha}.3`],
  '1.3.101.112',
])

const insecure: Readonly<Record<string, string>> = {
  [`${rsa}.2`]: 'MD2-RSA',
  [`${rsa}.4`]: 'MD5-RSA',
  [`${rsa}.5`]: 'SHA1-RSA',
  '1.3.14.3.2.29': 'SHA1-RSA',
  [`${ecdsa}.1`]: 'ECDSA-SHA1',
}

const shortestRSAKey = 1024

/**
 * Why a signature proves nothing, although it may be right: its algorithm, or the key that made it, can be forged.
 *
 * Source: `checkSignature` of Go's crypto/x509, and crypto/rsa.
 */
export function weaknessOf(
  { signatureAlgorithm }: CertificateFacts,
  { publicKey }: X509Certificate,
): string | undefined {
  const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? 0
  if (publicKey.asymmetricKeyType === 'rsa' && bits < shortestRSAKey) {
    return `crypto/rsa: ${bits}-bit keys are insecure (see https://go.dev/pkg/crypto/rsa#hdr-Minimum_key_size)`
  }
  if (secure.has(signatureAlgorithm)) return undefined
  const name = insecure[signatureAlgorithm]
  if (name !== undefined) return `x509: cannot verify signature: insecure algorithm ${name}`
  return 'x509: cannot verify signature: algorithm unimplemented'
}
