import { type DefaultsRegistrar, withList } from '../../defaults/defaults-registrar.js'
import { itemsOf } from '../../defaults/items-of.js'
import { CertificateSigningRequest, type CertificateSigningRequestSpec } from '../v1beta1/types.gen.js'

const unknownSigner = 'kubernetes.io/legacy-unknown'

/** Registers the defaults of CertificateSigningRequest. */
export function addCertificateSigningRequestDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, CertificateSigningRequest, (request) => {
    request.spec ??= {} as CertificateSigningRequestSpec
    const { spec } = request
    spec.usages ??= ['digital signature', 'key encipherment']
    spec.signerName ??= unknownSigner
    for (const condition of itemsOf(request.status?.conditions)) condition.status ||= 'True'
  })
}
