import type { KindDeclaration } from '../../kind-declaration.js'

export const roleBinding: KindDeclaration = {
  kind: 'RoleBinding',
  storage: {},
}

export const clusterRoleBinding: KindDeclaration = {
  kind: 'ClusterRoleBinding',
  storage: {},
}
