import { PriorityLevelConfiguration } from '../../flowcontrol/v1/types.gen.js'
import {
  validatePriorityLevelConfiguration,
  validatePriorityLevelConfigurationStatus,
} from '../../validation/flowcontrol/priority-level-configuration.js'
import { keepField, raiseGeneration } from '../kept-fields.js'
import { keepMetadata } from '../kept-metadata.js'
import type { KindStrategy } from '../kind-strategy.js'
import { metadataOf } from '../metadata-of.js'
import { resetInAllVersions } from './reset-fields.js'

/** How a PriorityLevelConfiguration behaves in a registry. */
export const priorityLevelConfigurationStrategy: KindStrategy<PriorityLevelConfiguration> = {
  type: PriorityLevelConfiguration,
  namespaced: false,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: true,
  prepareForCreate(level) {
    level.status = {}
    metadataOf(level).generation = 1
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
