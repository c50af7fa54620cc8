import type { KindDeclaration } from '../../kind-declaration.js'

export const resourceClaimTemplate: KindDeclaration = {
  kind: 'ResourceClaimTemplate',
  storage: { returnsDeletedObject: true },
}
