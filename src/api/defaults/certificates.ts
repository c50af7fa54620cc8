import {
  CertificateSigningRequest,
  CertificateSigningRequestList,
  type CertificateSigningRequestSpec,
} from '../certificates/v1beta1/types.gen.js'
import { type DefaultsRegistrar, withList } from './defaults-registrar.js'
import { itemsOf } from './items-of.js'

const unknownSigner = 'kubernetes.io/legacy-unknown'

/**
 * Registers the defaults of `certificates.k8s.io/v1beta1`; v1 has none. The signer is always the one for unknown requests:
 * requests are not read, as no server serves this version any more.
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
}
