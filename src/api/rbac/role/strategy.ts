import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { validateClusterRole, validateClusterRoleUpdate } from '../role/cluster-role.js'
import { ClusterRole, Role } from '../v1/types.gen.js'
import { validateRole, validateRoleUpdate } from './validation.js'

/** How a Role behaves in a registry. */
export const roleStrategy: KindStrategy<Role> = {
  type: Role,
  allowCreateOnUpdate: true,
  validate: validateRole,
  validateUpdate: validateRoleUpdate,
}

/** How a ClusterRole behaves in a registry. */
export const clusterRoleStrategy: KindStrategy<ClusterRole> = {
  type: ClusterRole,
  allowCreateOnUpdate: true,
  validate: (role) => validateClusterRole(role, { allowInvalidLabelValueInSelector: false }),
  validateUpdate: validateClusterRoleUpdate,
}
