import type { KindDeclaration } from '../../kind-declaration.js'

export const tokenReview: KindDeclaration = {
  kind: 'TokenReview',
  sameVersions: ['v1', 'v1beta1'],
}
