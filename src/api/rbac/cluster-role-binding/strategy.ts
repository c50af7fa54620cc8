import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { ClusterRoleBinding } from '../v1/types.gen.js'
import { validateClusterRoleBinding, validateClusterRoleBindingUpdate } from './validation.js'

/** How a ClusterRoleBinding behaves in a registry. */
export const clusterRoleBindingStrategy: KindStrategy<ClusterRoleBinding> = {
  type: ClusterRoleBinding,
  namespaced: false,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: true,
  validate: validateClusterRoleBinding,
  validateUpdate: validateClusterRoleBindingUpdate,
}
