import type { KindDeclaration } from '../../kind-declaration.js'

export const selfSubjectReview: KindDeclaration = {
  kind: 'SelfSubjectReview',
  sameVersions: ['v1', 'v1alpha1', 'v1beta1'],
}
