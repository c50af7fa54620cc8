import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { RoleBinding } from '../v1/types.gen.js'
import { validateRoleBinding, validateRoleBindingUpdate } from './validation.js'

/** How a RoleBinding behaves in a registry. */
export const roleBindingStrategy: KindStrategy<RoleBinding> = {
  type: RoleBinding,
  namespaced: true,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: true,
  validate: validateRoleBinding,
  validateUpdate: validateRoleBindingUpdate,
}
