import { nodeDeclared } from '../../declared/node.gen.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { RuntimeClass } from '../v1/types.gen.js'
import { validateRuntimeClass, validateRuntimeClassUpdate, warningsForRuntimeClass } from './validation.js'

/** How a RuntimeClass behaves in a registry. */
export const runtimeClassStrategy: KindStrategy<RuntimeClass> = {
  type: RuntimeClass,
  declared: {
    rules: nodeDeclared,
    // In v1alpha1 these are fields of the spec.
    hubField: (field) => field.replace(/^spec\.runtimeHandler/, 'handler').replace(/^spec\.scheduling/, 'scheduling'),
  },
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: false,
  validate: validateRuntimeClass,
  validateUpdate: validateRuntimeClassUpdate,
  warningsOnCreate: warningsForRuntimeClass,
  warningsOnUpdate: warningsForRuntimeClass,
}
