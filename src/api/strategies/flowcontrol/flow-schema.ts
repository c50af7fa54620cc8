import { FlowSchema } from '../../flowcontrol/v1/types.gen.js'
import { validateFlowSchema, validateFlowSchemaStatus } from '../../validation/flowcontrol/flow-schema.js'
import { keepField, raiseGeneration } from '../kept-fields.js'
import { keepMetadata } from '../kept-metadata.js'
import type { KindStrategy } from '../kind-strategy.js'
import { metadataOf } from '../metadata-of.js'
import { resetInAllVersions } from './reset-fields.js'

/** How a FlowSchema behaves in a registry. */
export const flowSchemaStrategy: KindStrategy<FlowSchema> = {
  type: FlowSchema,
  namespaced: false,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: true,
  prepareForCreate(flowSchema) {
    flowSchema.status = {}
    metadataOf(flowSchema).generation = 1
  },
  prepareForUpdate(flowSchema, old) {
    raiseGeneration(flowSchema, old, ['spec'])
    keepField(flowSchema, old, 'status')
  },
  validate: validateFlowSchema,
  validateUpdate: validateFlowSchema,
  resetFields: resetInAllVersions('status'),
  subresources: {
    status: {
      prepareForUpdate(flowSchema, old) {
        keepMetadata(flowSchema, old)
        keepField(flowSchema, old, 'spec')
      },
      validateUpdate: validateFlowSchemaStatus,
      resetFields: resetInAllVersions('metadata', 'spec'),
    },
  },
}
