import { ageColumn, column, nameColumn, type TableColumns, wideColumn } from '../column.js'

/** Columns of the kinds of `rbac.authorization.k8s.io`. Source: answers of kube-apiserver 1.36. */
export const rbacColumns: TableColumns = {
  ClusterRoleBinding: [
    nameColumn,
    column(
      'Role',
      'string',
      'RoleRef can only reference a ClusterRole in the global namespace. If the RoleRef cannot be resolved, the Authorizer must return an error.',
    ),
    ageColumn,
    wideColumn('Users', 'string', 'Users in the clusterRoleBinding'),
    wideColumn('Groups', 'string', 'Groups in the clusterRoleBinding'),
    wideColumn('ServiceAccounts', 'string', 'ServiceAccounts in the clusterRoleBinding'),
  ],
  RoleBinding: [
    nameColumn,
    column(
      'Role',
      'string',
      'RoleRef can reference a Role in the current namespace or a ClusterRole in the global namespace. If the RoleRef cannot be resolved, the Authorizer must return an error.',
    ),
    ageColumn,
    wideColumn('Users', 'string', 'Users in the roleBinding'),
    wideColumn('Groups', 'string', 'Groups in the roleBinding'),
    wideColumn('ServiceAccounts', 'string', 'ServiceAccounts in the roleBinding'),
  ],
}
