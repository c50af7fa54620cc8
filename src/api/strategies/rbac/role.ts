import { Role } from '../../rbac/v1/types.gen.js'
import { validateRole, validateRoleUpdate } from '../../validation/rbac/role.js'
import type { KindStrategy } from '../kind-strategy.js'

/** How a Role behaves in a registry. */
export const roleStrategy: KindStrategy<Role> = {
  type: Role,
  namespaced: true,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: true,
  validate: validateRole,
  validateUpdate: validateRoleUpdate,
}
