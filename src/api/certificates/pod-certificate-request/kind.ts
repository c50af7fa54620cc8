import type { KindDeclaration } from '../../kind-declaration.js'

export const podCertificateRequest: KindDeclaration = {
  kind: 'PodCertificateRequest',
  storage: {},
}
