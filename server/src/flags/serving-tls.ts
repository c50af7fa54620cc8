import type { TlsOptions } from 'node:tls'
import { messageOf } from 'apimachinery/errors'
import { systemClock } from 'apimachinery/wait'
import type { CertificatePair } from '../certificates/new-certificate.js'
import type { Listener } from '../serving/listener.js'
import { ReloadedFiles } from '../serving/reloaded-files.js'
import { type NamedCertificate, SNIContexts } from '../serving/sni-contexts.js'
import { tlsCiphers, tlsCurves, tlsVersion } from '../serving/tls-settings.js'
import { UsageError } from './flag.js'
import type { FlagValues } from './flag-values.js'

/** TLS of the secure port, kept up to date with its files. */
export interface ServingTLS {
  readonly options: TlsOptions
  /** Gives new certificates to the listener from now on. */
  follow(listener: Pick<Listener, 'setSecureContext'>): void
  stop(): void
}

interface Pair {
  readonly cert: string
  readonly key: string
}

/** TLS by flags, with the server's own certificate where none is named. Throws `UsageError`, and what files throw. */
export function servingTLS(flags: FlagValues, own: CertificatePair, onError: (error: unknown) => void): ServingTLS {
  const settings = settingsOf(flags)
  let listener: Pick<Listener, 'setSecureContext'> | undefined
  const pair = pairOf(flags, onError, (value) => listener?.setSecureContext({ ...settings, ...value }))
  const sni = sniOf(flags, settings, onError)
  const { cert, key } = pair?.value ?? { cert: own.certificate, key: own.key }
  return {
    options: {
      ...settings,
      cert,
      key,
      requestCert: true,
      rejectUnauthorized: false,
      ...(sni !== undefined && {
        // Without a context of its own a name gets the default certificate.
        SNICallback: (name, done) => done(null, sni.value.contextFor(name)),
      }),
    },
    follow(given) {
      listener = given
    },
    stop() {
      pair?.stop()
      sni?.stop()
    },
  }
}

function settingsOf(flags: FlagValues): TlsOptions {
  const version = flags.text('tls-min-version')
  const suites = flags.list('tls-cipher-suites')
  const curves = flags.list('tls-curve-preferences')
  try {
    return {
      minVersion: tlsVersion(version ?? 'VersionTLS12'),
      ...(suites.length > 0 && { ciphers: tlsCiphers(suites) }),
      ...(curves.length > 0 && { ecdhCurve: tlsCurves(curves) }),
    }
  } catch (error) {
    throw new UsageError(messageOf(error))
  }
}

function pairOf(
  flags: FlagValues,
  onError: (error: unknown) => void,
  onChange: (pair: Pair) => void,
): ReloadedFiles<Pair> | undefined {
  const [cert, key] = [flags.text('tls-cert-file'), flags.text('tls-private-key-file')]
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined) {
    throw new UsageError('--tls-cert-file and --tls-private-key-file go together')
  }
  const parse = ([certificate = '', privateKey = '']: readonly string[]): Pair => {
    // Throws where the two do not fit.
    new SNIContexts([{ names: ['x'], cert: certificate, key: privateKey }])
    return { cert: certificate, key: privateKey }
  }
  return new ReloadedFiles({ files: [cert, key], parse, clock: systemClock, onChange, onError })
}

/** `cert,key` or `cert,key:name,name`; a flag for each. */
function sniOf(
  flags: FlagValues,
  settings: TlsOptions,
  onError: (error: unknown) => void,
): ReloadedFiles<SNIContexts> | undefined {
  const named = flags.texts('tls-sni-cert-key').map((text) => {
    const [files = '', names = ''] = text.split(':')
    const [cert = '', key = '', ...more] = files.split(',')
    if (cert === '' || key === '' || more.length > 0)
      throw new UsageError('expected comma separated certificate and key file paths')
    return { cert, key, names: names.split(',').filter((name) => name !== '') }
  })
  if (named.length === 0) return undefined
  const parse = (texts: readonly string[]): SNIContexts => {
    const certificates = named.map(({ names }, index): NamedCertificate => {
      return { names, cert: texts[2 * index]!, key: texts[2 * index + 1]! }
    })
    return new SNIContexts(certificates, settings)
  }
  const files = named.flatMap(({ cert, key }) => [cert, key])
  return new ReloadedFiles({ files, parse, clock: systemClock, onError })
}
