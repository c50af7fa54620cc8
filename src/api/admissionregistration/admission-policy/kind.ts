import type { KindDeclaration } from '../../kind-declaration.js'

export const validatingAdmissionPolicy: KindDeclaration = {
  kind: 'ValidatingAdmissionPolicy',
  sameVersions: ['v1', 'v1alpha1', 'v1beta1'],
  deprecations: { v1alpha1: [29, 32], v1beta1: [31, 34] },
  storage: { versions: ['v1'] },
}

export const mutatingAdmissionPolicy: KindDeclaration = {
  kind: 'MutatingAdmissionPolicy',
  sameVersions: ['v1', 'v1alpha1', 'v1beta1'],
  deprecations: { v1alpha1: [35, 38], v1beta1: [37, 40, 'admissionregistration.k8s.io/v1 MutatingAdmissionPolicy'] },
  storage: { version: 'v1beta1' },
}
