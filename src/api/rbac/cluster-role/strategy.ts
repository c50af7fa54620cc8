import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { ClusterRole } from '../v1/types.gen.js'
import { validateClusterRole, validateClusterRoleUpdate } from './validation.js'

/** How a ClusterRole behaves in a registry. */
export const clusterRoleStrategy: KindStrategy<ClusterRole> = {
  type: ClusterRole,
  namespaced: false,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: true,
  validate: (role) => validateClusterRole(role, { allowInvalidLabelValueInSelector: false }),
  validateUpdate: validateClusterRoleUpdate,
}
