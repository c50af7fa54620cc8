import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { Role } from '../v1/types.gen.js'
import { validateRole, validateRoleUpdate } from './validation.js'

/** How a Role behaves in a registry. */
export const roleStrategy: KindStrategy<Role> = {
  type: Role,
  namespaced: true,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: true,
  validate: validateRole,
  validateUpdate: validateRoleUpdate,
}
