import type { KindDeclaration } from '../../kind-declaration.js'

export const role: KindDeclaration = {
  kind: 'Role',
  sameVersions: ['v1', 'v1beta1', 'v1alpha1'],
  deprecations: { v1beta1: [17, 22, 'rbac.authorization.k8s.io/v1 Role'] },
  storage: {},
}

export const clusterRole: KindDeclaration = {
  kind: 'ClusterRole',
  sameVersions: ['v1', 'v1beta1', 'v1alpha1'],
  deprecations: { v1beta1: [17, 22, 'rbac.authorization.k8s.io/v1 ClusterRole'] },
  storage: {},
}
