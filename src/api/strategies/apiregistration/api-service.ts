import { timeFromDate } from '../../../scalar/time.js'
import { APIService } from '../../apiregistration/v1/types.gen.js'
import {
  validateAPIService,
  validateAPIServiceStatusUpdate,
  validateAPIServiceUpdate,
} from '../../validation/apiregistration/api-service.js'
import { isSet } from '../../validation/go-values.js'
import { keepField } from '../kept-fields.js'
import type { KindStrategy } from '../kind-strategy.js'
import { metadataOf } from '../metadata-of.js'
import type { FieldSetPaths } from '../reset-fields.js'

const keptMetadata = ['labels', 'annotations', 'finalizers', 'ownerReferences'] as const

function inAllVersions(...fields: readonly string[]): FieldSetPaths {
  const paths = fields.map((field) => [field])
  return { 'apiregistration.k8s.io/v1': paths, 'apiregistration.k8s.io/v1beta1': paths }
}

/** How an APIService behaves in a registry. */
export const apiServiceStrategy: KindStrategy<APIService> = {
  type: APIService,
  namespaced: false,
  allowCreateOnUpdate: false,
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
        const [metadata, before] = [metadataOf(apiService), metadataOf(old)]
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
