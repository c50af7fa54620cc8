import type { KindDeclaration } from '../../kind-declaration.js'

export const validatingAdmissionPolicyBinding: KindDeclaration = {
  kind: 'ValidatingAdmissionPolicyBinding',
  sameVersions: ['v1', 'v1alpha1', 'v1beta1'],
  deprecations: { v1alpha1: [29, 32], v1beta1: [31, 34] },
  storage: { versions: ['v1'] },
}

export const mutatingAdmissionPolicyBinding: KindDeclaration = {
  kind: 'MutatingAdmissionPolicyBinding',
  sameVersions: ['v1', 'v1alpha1', 'v1beta1'],
  deprecations: {
    v1alpha1: [35, 38],
    v1beta1: [37, 40, 'admissionregistration.k8s.io/v1 MutatingAdmissionPolicyBinding'],
  },
  storage: { version: 'v1beta1' },
}
