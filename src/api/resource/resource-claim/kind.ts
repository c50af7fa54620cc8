import type { KindDeclaration } from '../../kind-declaration.js'

export const resourceClaim: KindDeclaration = {
  kind: 'ResourceClaim',
  storage: { returnsDeletedObject: true },
}
