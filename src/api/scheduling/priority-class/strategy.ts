import { ensureMetadata } from '../../../meta/object-with-meta.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { PriorityClass } from '../v1/types.gen.js'
import { validatePriorityClass, validatePriorityClassUpdate } from './validation.js'

/** How a PriorityClass behaves in a registry. */
export const priorityClassStrategy: KindStrategy<PriorityClass> = {
  type: PriorityClass,
  prepareForCreate(priorityClass) {
    ensureMetadata(priorityClass).generation = 1
  },
  validate: validatePriorityClass,
  validateUpdate: validatePriorityClassUpdate,
}
