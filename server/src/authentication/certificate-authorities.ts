import type { X509Certificate } from 'node:crypto'
import type { PassiveClock } from 'apimachinery/wait'

/** Authorities that sign client certificates; replaced as a whole when their file changes. */
export interface CertificateAuthorities {
  readonly certificates: () => readonly X509Certificate[]
  readonly clock: PassiveClock
  /** Called with the remaining lifetime of a request's certificate, in seconds. */
  readonly onExpiration?: ((seconds: number) => void) | undefined
}
