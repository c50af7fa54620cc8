import { ensureMetadata } from '../../../meta/object-with-meta.js'
import { flowcontrolDeclared } from '../../declared/flowcontrol.gen.js'
import { keepField, raiseGeneration } from '../../strategies/kept-fields.js'
import { keepMetadata } from '../../strategies/kept-metadata.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { resetInAllVersions } from '../reset-fields.js'
import { PriorityLevelConfiguration } from '../v1/types.gen.js'
import { validatePriorityLevelConfiguration, validatePriorityLevelConfigurationStatus } from './validation.js'

/** How a PriorityLevelConfiguration behaves in a registry. */
export const priorityLevelConfigurationStrategy: KindStrategy<PriorityLevelConfiguration> = {
  type: PriorityLevelConfiguration,
  declared: { rules: flowcontrolDeclared },
  prepareForCreate(level) {
    level.status = {}
    ensureMetadata(level).generation = 1
  },
  prepareForUpdate(level, old) {
    raiseGeneration(level, old, ['spec'])
    keepField(level, old, 'status')
  },
  validate: (level, context) => validatePriorityLevelConfiguration(level, context.apiVersion),
  validateUpdate: (level, _old, context) => validatePriorityLevelConfiguration(level, context.apiVersion),
  resetFields: resetInAllVersions('status'),
  subresources: {
    status: {
      prepareForUpdate(level, old) {
        keepMetadata(level, old)
        keepField(level, old, 'spec')
      },
      validateUpdate: validatePriorityLevelConfigurationStatus,
      resetFields: resetInAllVersions('metadata', 'spec'),
    },
  },
}
