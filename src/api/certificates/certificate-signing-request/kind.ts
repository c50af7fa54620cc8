import type { KindDeclaration } from '../../kind-declaration.js'

export const certificateSigningRequest: KindDeclaration = {
  kind: 'CertificateSigningRequest',
  deprecations: { v1beta1: [19, 22, 'certificates.k8s.io/v1 CertificateSigningRequest'] },
  storage: { versions: ['v1'] },
}
