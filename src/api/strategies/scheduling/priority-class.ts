import { PriorityClass } from '../../scheduling/v1/types.gen.js'
import { validatePriorityClass, validatePriorityClassUpdate } from '../../validation/scheduling/priority-class.js'
import type { KindStrategy } from '../kind-strategy.js'
import { metadataOf } from '../metadata-of.js'

/** How a PriorityClass behaves in a registry. */
export const priorityClassStrategy: KindStrategy<PriorityClass> = {
  type: PriorityClass,
  namespaced: false,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: true,
  prepareForCreate(priorityClass) {
    metadataOf(priorityClass).generation = 1
  },
  validate: validatePriorityClass,
  validateUpdate: validatePriorityClassUpdate,
}
