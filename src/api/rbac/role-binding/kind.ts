import type { KindDeclaration } from '../../kind-declaration.js'

/** RoleBinding of `rbac.authorization.k8s.io`. */
export const roleBinding: KindDeclaration = {
  kind: 'RoleBinding',
  deprecations: { v1beta1: [17, 22, 'rbac.authorization.k8s.io/v1 RoleBinding'] },
  storage: {},
}

/** ClusterRoleBinding of `rbac.authorization.k8s.io`. */
export const clusterRoleBinding: KindDeclaration = {
  kind: 'ClusterRoleBinding',
  deprecations: { v1beta1: [17, 22, 'rbac.authorization.k8s.io/v1 ClusterRoleBinding'] },
  storage: {},
}
