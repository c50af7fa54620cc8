import type { KindDeclaration } from '../../kind-declaration.js'

export const resourcePoolStatusRequest: KindDeclaration = {
  kind: 'ResourcePoolStatusRequest',
  storage: { versions: ['v1alpha3'], version: 'v1alpha3' },
}
