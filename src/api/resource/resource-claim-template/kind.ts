import type { KindDeclaration } from '../../kind-declaration.js'

export const resourceClaimTemplate: KindDeclaration = {
  kind: 'ResourceClaimTemplate',
  deprecations: { v1beta1: [35, 38], v1beta2: [36, 39] },
  storage: { versions: ['v1', 'v1beta2', 'v1beta1'], returnsDeletedObject: true },
}
