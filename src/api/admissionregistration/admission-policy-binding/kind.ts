import type { KindDeclaration } from '../../kind-declaration.js'

export const validatingAdmissionPolicyBinding: KindDeclaration = {
  kind: 'ValidatingAdmissionPolicyBinding',
  sameVersions: ['v1', 'v1alpha1', 'v1beta1'],
  storage: {},
}

export const mutatingAdmissionPolicyBinding: KindDeclaration = {
  kind: 'MutatingAdmissionPolicyBinding',
  sameVersions: ['v1', 'v1alpha1', 'v1beta1'],
  storage: {},
}
