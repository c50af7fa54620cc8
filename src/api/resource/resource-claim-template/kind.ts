import type { KindDeclaration } from '../../kind-declaration.js'

export const resourceClaimTemplate: KindDeclaration = {
  kind: 'ResourceClaimTemplate',
  storage: { versions: ['v1', 'v1beta2', 'v1beta1'], returnsDeletedObject: true },
}
