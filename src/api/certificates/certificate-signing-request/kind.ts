import type { KindDeclaration } from '../../kind-declaration.js'

export const certificateSigningRequest: KindDeclaration = {
  kind: 'CertificateSigningRequest',
  storage: {},
}
