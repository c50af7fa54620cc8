import type { KindDeclaration } from '../../kind-declaration.js'

export const resourceClaim: KindDeclaration = {
  kind: 'ResourceClaim',
  storage: { versions: ['v1', 'v1beta2', 'v1beta1'], returnsDeletedObject: true },
}
