import type { KindDeclaration } from '../../kind-declaration.js'

export const endpoints: KindDeclaration = {
  kind: 'Endpoints',
  deprecations: { v1: [33, 0, 'discovery.k8s.io/v1 EndpointSlice'] },
  storage: { prefix: 'services/endpoints' },
}
