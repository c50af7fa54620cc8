import { ensureMetadata } from '../../../meta/object-with-meta.js'
import { timeFromDate } from '../../../scalar/time.js'
import { keepField } from '../../strategies/kept-fields.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import type { FieldSetPaths } from '../../strategies/reset-fields.js'
import { isSet } from '../../validation/go-values.js'
import { APIService } from '../v1/types.gen.js'
import { validateAPIService, validateAPIServiceStatusUpdate, validateAPIServiceUpdate } from './validation.js'

const keptMetadata = ['labels', 'annotations', 'finalizers', 'ownerReferences'] as const

function inAllVersions(...fields: readonly string[]): FieldSetPaths {
  const paths = fields.map((field) => [field])
  return { 'apiregistration.k8s.io/v1': paths, 'apiregistration.k8s.io/v1beta1': paths }
}

/** How an APIService behaves in a registry. */
export const apiServiceStrategy: KindStrategy<APIService> = {
  type: APIService,
  declared: false,
  allowUnconditionalUpdate: false,
  prepareForCreate(apiService, context) {
    apiService.status = {}
    if (isSet(apiService.spec?.service)) return
    const lastTransitionTime = timeFromDate(context.now())
    const message = 'Local APIServices are always available'
    apiService.status.conditions = [{ type: 'Available', status: 'True', lastTransitionTime, reason: 'Local', message }]
  },
  prepareForUpdate: (apiService, old) => keepField(apiService, old, 'status'),
  validate: validateAPIService,
  validateUpdate: validateAPIServiceUpdate,
  resetFields: inAllVersions('status'),
  subresources: {
    status: {
      prepareForUpdate(apiService, old) {
        keepField(apiService, old, 'spec')
        const [metadata, before] = [ensureMetadata(apiService), ensureMetadata(old)]
        for (const name of keptMetadata) {
          if (before[name] === undefined) delete metadata[name]
          else Object.assign(metadata, { [name]: before[name] })
        }
      },
      validateUpdate: validateAPIServiceStatusUpdate,
      resetFields: inAllVersions('spec', 'metadata'),
    },
  },
}
