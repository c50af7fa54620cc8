import type { KindDeclaration } from '../../kind-declaration.js'

export const validatingAdmissionPolicy: KindDeclaration = {
  kind: 'ValidatingAdmissionPolicy',
  sameVersions: ['v1', 'v1alpha1', 'v1beta1'],
  storage: {},
}

export const mutatingAdmissionPolicy: KindDeclaration = {
  kind: 'MutatingAdmissionPolicy',
  sameVersions: ['v1', 'v1alpha1', 'v1beta1'],
  storage: {},
}
