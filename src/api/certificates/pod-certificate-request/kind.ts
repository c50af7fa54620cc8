import type { KindDeclaration } from '../../kind-declaration.js'

export const podCertificateRequest: KindDeclaration = {
  kind: 'PodCertificateRequest',
  deprecations: { v1beta1: [37, 40, 'certificates.k8s.io/v1 PodCertificateRequest'] },
}
