import type { KindDeclaration } from '../../kind-declaration.js'

export const admissionReview: KindDeclaration = {
  kind: 'AdmissionReview',
  sameVersions: ['v1', 'v1beta1'],
}
