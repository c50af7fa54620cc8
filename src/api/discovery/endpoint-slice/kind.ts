import type { KindDeclaration } from '../../kind-declaration.js'

export const endpointSlice: KindDeclaration = {
  kind: 'EndpointSlice',
  storage: {},
}
