import type { KindDeclaration } from '../../kind-declaration.js'

export const clusterTrustBundle: KindDeclaration = {
  kind: 'ClusterTrustBundle',
  deprecations: { v1alpha1: [34, 37], v1beta1: [37, 40, 'certificates.k8s.io/v1 ClusterTrustBundle'] },
}
