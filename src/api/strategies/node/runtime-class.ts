import { RuntimeClass } from '../../node/v1/types.gen.js'
import {
  validateRuntimeClass,
  validateRuntimeClassUpdate,
  warningsForRuntimeClass,
} from '../../validation/node/runtime-class.js'
import type { KindStrategy } from '../kind-strategy.js'

/** How a RuntimeClass behaves in a registry. */
export const runtimeClassStrategy: KindStrategy<RuntimeClass> = {
  type: RuntimeClass,
  namespaced: false,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: false,
  validate: validateRuntimeClass,
  validateUpdate: validateRuntimeClassUpdate,
  warningsOnCreate: warningsForRuntimeClass,
  warningsOnUpdate: warningsForRuntimeClass,
}
