import { ageColumn, column, nameColumn, wideColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import { structsOf } from '../../validation/go-values.js'
import type { ClusterRoleBinding, RoleBinding } from '../v1/types.gen.js'

const bindingCells: KindTable<RoleBinding | ClusterRoleBinding>['cells'] = ({ roleRef, subjects }, { name, age }) => {
  const names = (wanted: string): string =>
    structsOf(subjects)
      .filter(({ kind }) => kind === wanted)
      .map((subject) =>
        wanted === 'ServiceAccount' ? `${subject.namespace ?? ''}/${subject.name ?? ''}` : (subject.name ?? ''),
      )
      .join(', ')
  const role = `${roleRef?.kind ?? ''}/${roleRef?.name ?? ''}`
  return [name, role, age, names('User'), names('Group'), names('ServiceAccount')]
}

/** How a RoleBinding is shown. */
export const roleBindingTable: KindTable<RoleBinding> = {
  columns: [
    nameColumn,
    column(
      'Role',
      'string',
      'roleRef can reference a Role in the current namespace or a ClusterRole in the global namespace. If the RoleRef cannot be resolved, the Authorizer must return an error.',
    ),
    ageColumn,
    wideColumn('Users', 'string', 'Users in the roleBinding'),
    wideColumn('Groups', 'string', 'Groups in the roleBinding'),
    wideColumn('ServiceAccounts', 'string', 'ServiceAccounts in the roleBinding'),
  ],
  cells: bindingCells,
}

/** How a ClusterRoleBinding is shown. */
export const clusterRoleBindingTable: KindTable<ClusterRoleBinding> = {
  columns: [
    nameColumn,
    column(
      'Role',
      'string',
      'roleRef can only reference a ClusterRole in the global namespace. If the RoleRef cannot be resolved, the Authorizer must return an error.',
    ),
    ageColumn,
    wideColumn('Users', 'string', 'Users in the clusterRoleBinding'),
    wideColumn('Groups', 'string', 'Groups in the clusterRoleBinding'),
    wideColumn('ServiceAccounts', 'string', 'ServiceAccounts in the clusterRoleBinding'),
  ],
  cells: bindingCells,
}
