import type { KindDeclaration } from '../../kind-declaration.js'

export const admissionReview: KindDeclaration = {
  kind: 'AdmissionReview',
  sameVersions: ['v1', 'v1beta1'],
  deprecations: { v1beta1: [19, 22, 'admission.k8s.io/v1 AdmissionReview'] },
}
