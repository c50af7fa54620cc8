import { ensureMetadata } from '../../../meta/object-with-meta.js'
import { keepField, raiseGeneration } from '../../strategies/kept-fields.js'
import { keepMetadata } from '../../strategies/kept-metadata.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { resetInAllVersions } from '../reset-fields.js'
import { FlowSchema } from '../v1/types.gen.js'
import { validateFlowSchema, validateFlowSchemaStatus } from './validation.js'

/** How a FlowSchema behaves in a registry. */
export const flowSchemaStrategy: KindStrategy<FlowSchema> = {
  type: FlowSchema,
  prepareForCreate(flowSchema) {
    flowSchema.status = {}
    ensureMetadata(flowSchema).generation = 1
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
