import type { KindDeclaration } from '../../kind-declaration.js'

export const tokenReview: KindDeclaration = {
  kind: 'TokenReview',
  sameVersions: ['v1', 'v1beta1'],
  deprecations: { v1beta1: [19, 22, 'authentication.k8s.io/v1 TokenReview'] },
}
