import { ClusterRole } from '../../rbac/v1/types.gen.js'
import { validateClusterRole, validateClusterRoleUpdate } from '../../validation/rbac/cluster-role.js'
import type { KindStrategy } from '../kind-strategy.js'

/** How a ClusterRole behaves in a registry. */
export const clusterRoleStrategy: KindStrategy<ClusterRole> = {
  type: ClusterRole,
  namespaced: false,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: true,
  validate: (role) => validateClusterRole(role, { allowInvalidLabelValueInSelector: false }),
  validateUpdate: validateClusterRoleUpdate,
}
