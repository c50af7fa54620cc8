import { X509Certificate } from 'node:crypto'
import { createSecureContext, type SecureContext, type SecureContextOptions } from 'node:tls'

/** A certificate for some names. */
export interface NamedCertificate {
  /** Names, `*.` in front for all below one; those of the certificate where empty. */
  readonly names: readonly string[]
  /** PEM. */
  readonly cert: string
  readonly key: string
}

/**
 * The TLS context for a server name: that of the exact name, otherwise of the wildcard above it.
 *
 * Source: `getCertificate` for SNI of k8s.io/apiserver/pkg/server/dynamiccertificates.
 */
export class SNIContexts {
  readonly #byName = new Map<string, SecureContext>()

  /** Throws for certificates and keys that do not fit. */
  constructor(certificates: readonly NamedCertificate[], options: SecureContextOptions = {}) {
    for (const { names, cert, key } of certificates) {
      const context = createSecureContext({ ...options, cert, key })
      for (const name of names.length > 0 ? names : namesIn(cert)) {
        // The first certificate for a name is the one.
        if (!this.#byName.has(name.toLowerCase())) this.#byName.set(name.toLowerCase(), context)
      }
    }
  }

  /** `undefined` for names that only the default certificate is for. */
  contextFor(name: string): SecureContext | undefined {
    const asked = name.toLowerCase().replace(/\.$/, '')
    return this.#byName.get(asked) ?? this.#byName.get(asked.replace(/^[^.]+/, '*'))
  }
}

function namesIn(pem: string): string[] {
  const certificate = new X509Certificate(pem)
  const names = (certificate.subjectAltName ?? '')
    .split(', ')
    .filter((name) => name.startsWith('DNS:'))
    .map((name) => name.slice('DNS:'.length))
  const common = /^CN=(.+)$/m.exec(certificate.subject)?.[1]
  return names.length > 0 || common === undefined ? names : [common]
}
