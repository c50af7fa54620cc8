import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { ensureObjectMeta } from '../../strategies/metadata-of.js'
import { PriorityClass } from '../v1/types.gen.js'
import { validatePriorityClass, validatePriorityClassUpdate } from './validation.js'

/** How a PriorityClass behaves in a registry. */
export const priorityClassStrategy: KindStrategy<PriorityClass> = {
  type: PriorityClass,
  prepareForCreate(priorityClass) {
    ensureObjectMeta(priorityClass).generation = 1
  },
  validate: validatePriorityClass,
  validateUpdate: validatePriorityClassUpdate,
}
