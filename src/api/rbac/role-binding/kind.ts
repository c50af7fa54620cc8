import type { KindDeclaration } from '../../kind-declaration.js'

export const roleBinding: KindDeclaration = {
  kind: 'RoleBinding',
  deprecations: { v1beta1: [17, 22, 'rbac.authorization.k8s.io/v1 RoleBinding'] },
  storage: {},
}

export const clusterRoleBinding: KindDeclaration = {
  kind: 'ClusterRoleBinding',
  deprecations: { v1beta1: [17, 22, 'rbac.authorization.k8s.io/v1 ClusterRoleBinding'] },
  storage: {},
}
