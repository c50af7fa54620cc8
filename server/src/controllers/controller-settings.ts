import type { TokenIssuer } from '../authentication/service-account/token-issuer.js'
import type { CertificatePair } from '../certificates/new-certificate.js'
import type { APIServer } from '../kubernetes/api-server.js'
import type { ControllerTuning } from './controller-tuning.js'

/** Input of some controllers besides the context. */
export interface ControllerSettings {
  /** PEM for `kube-root-ca.crt`. */
  readonly certificateAuthority: () => Promise<string>
  /** What signs certificates of CertificateSigningRequests. */
  readonly signingAuthority: () => Promise<CertificatePair>
  /** Signs tokens of service accounts. */
  readonly tokenIssuer: TokenIssuer
  /** Serves another group version until the server stops. */
  readonly addGroup: APIServer['addGroup']
  /** Default: what kube-controller-manager does without flags. */
  readonly tuning?: ControllerTuning | undefined
}
