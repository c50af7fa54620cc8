import { rbacDeclared } from '../../declared/rbac.gen.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { validateClusterRole, validateClusterRoleUpdate } from '../role/cluster-role.js'
import { ClusterRole, Role } from '../v1/types.gen.js'
import { validateRole, validateRoleUpdate } from './validation.js'

/** How a Role behaves in a registry. */
export const roleStrategy: KindStrategy<Role> = {
  type: Role,
  declared: { rules: rbacDeclared },
  allowCreateOnUpdate: true,
  validate: validateRole,
  validateUpdate: validateRoleUpdate,
}

/** How a ClusterRole behaves in a registry. */
export const clusterRoleStrategy: KindStrategy<ClusterRole> = {
  type: ClusterRole,
  declared: { rules: rbacDeclared },
  allowCreateOnUpdate: true,
  validate: (role) => validateClusterRole(role, { allowInvalidLabelValueInSelector: false }),
  validateUpdate: validateClusterRoleUpdate,
}
