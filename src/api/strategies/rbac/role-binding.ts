import { RoleBinding } from '../../rbac/v1/types.gen.js'
import { validateRoleBinding, validateRoleBindingUpdate } from '../../validation/rbac/role-binding.js'
import type { KindStrategy } from '../kind-strategy.js'

/** How a RoleBinding behaves in a registry. */
export const roleBindingStrategy: KindStrategy<RoleBinding> = {
  type: RoleBinding,
  namespaced: true,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: true,
  validate: validateRoleBinding,
  validateUpdate: validateRoleBindingUpdate,
}
