import { PodCertificateRequest, PodCertificateRequestList } from '../certificates/v1/types.gen.js'
import {
  PodCertificateRequest as BetaPodRequest,
  PodCertificateRequestList as BetaPodRequestList,
  CertificateSigningRequest,
  CertificateSigningRequestList,
  type CertificateSigningRequestSpec,
} from '../certificates/v1beta1/types.gen.js'
import { type DefaultsRegistrar, withList } from './defaults-registrar.js'
import { itemsOf } from './items-of.js'

const day = 86_400
const unknownSigner = 'kubernetes.io/legacy-unknown'

/**
 * Registers the defaults of `certificates.k8s.io`. The signer of a request in v1beta1 is always the one for unknown requests:
 * requests are not read, as no server serves this version any more. Requests of pods ask for a day.
 */
export function addCertificatesDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, {
    type: CertificateSigningRequest,
    list: CertificateSigningRequestList,
    fill: (request) => {
      request.spec ??= {} as CertificateSigningRequestSpec
      const { spec } = request
      spec.usages ??= ['digital signature', 'key encipherment']
      spec.signerName ??= unknownSigner
      for (const condition of itemsOf(request.status?.conditions)) condition.status ||= 'True'
    },
  })
  withList(scheme, { type: PodCertificateRequest, list: PodCertificateRequestList, fill: fillPodRequest })
  withList(scheme, { type: BetaPodRequest, list: BetaPodRequestList, fill: fillPodRequest })
}

function fillPodRequest(request: PodCertificateRequest | BetaPodRequest): void {
  request.spec ??= {} as never
  request.spec.maxExpirationSeconds ??= day
}
