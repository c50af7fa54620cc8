import type { KindDeclaration } from '../../kind-declaration.js'

export const resourcePoolStatusRequest: KindDeclaration = {
  kind: 'ResourcePoolStatusRequest',
  storage: {},
}
