import type { KindDeclaration } from '../../kind-declaration.js'

export const endpointSlice: KindDeclaration = {
  kind: 'EndpointSlice',
  deprecations: { v1beta1: [21, 25, 'discovery.k8s.io/v1 EndpointSlice'] },
  storage: {},
}
