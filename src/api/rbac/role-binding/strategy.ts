import { rbacDeclared } from '../../declared/rbac.gen.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { validateClusterRoleBinding, validateClusterRoleBindingUpdate } from '../role-binding/cluster-role-binding.js'
import { ClusterRoleBinding, RoleBinding } from '../v1/types.gen.js'
import { validateRoleBinding, validateRoleBindingUpdate } from './validation.js'

/** How a RoleBinding behaves in a registry. */
export const roleBindingStrategy: KindStrategy<RoleBinding> = {
  type: RoleBinding,
  declared: { rules: rbacDeclared },
  allowCreateOnUpdate: true,
  validate: validateRoleBinding,
  validateUpdate: validateRoleBindingUpdate,
}

/** How a ClusterRoleBinding behaves in a registry. */
export const clusterRoleBindingStrategy: KindStrategy<ClusterRoleBinding> = {
  type: ClusterRoleBinding,
  declared: { rules: rbacDeclared },
  allowCreateOnUpdate: true,
  validate: validateClusterRoleBinding,
  validateUpdate: validateClusterRoleBindingUpdate,
}
