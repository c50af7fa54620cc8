import { ClusterRoleBinding } from '../../rbac/v1/types.gen.js'
import {
  validateClusterRoleBinding,
  validateClusterRoleBindingUpdate,
} from '../../validation/rbac/cluster-role-binding.js'
import type { KindStrategy } from '../kind-strategy.js'

/** How a ClusterRoleBinding behaves in a registry. */
export const clusterRoleBindingStrategy: KindStrategy<ClusterRoleBinding> = {
  type: ClusterRoleBinding,
  namespaced: false,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: true,
  validate: validateClusterRoleBinding,
  validateUpdate: validateClusterRoleBindingUpdate,
}
