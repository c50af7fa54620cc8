import type { KindDeclaration } from '../../kind-declaration.js'

export const clusterTrustBundle: KindDeclaration = {
  kind: 'ClusterTrustBundle',
  storage: {},
}
