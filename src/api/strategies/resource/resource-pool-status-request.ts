import { resetObjectMetaForStatus } from '../../../meta/object-meta.js'
import { ResourcePoolStatusRequest } from '../../resource/v1alpha3/types.gen.js'
import {
  validateResourcePoolStatusRequest,
  validateResourcePoolStatusRequestStatusUpdate,
  validateResourcePoolStatusRequestUpdate,
} from '../../validation/resource/resource-pool-status-request.js'
import { keepField } from '../kept-fields.js'
import type { KindStrategy } from '../kind-strategy.js'
import { resetInVersions } from './reset-fields.js'

/** How a ResourcePoolStatusRequest behaves in a registry. */
export const resourcePoolStatusRequestStrategy: KindStrategy<ResourcePoolStatusRequest> = {
  type: ResourcePoolStatusRequest,
  namespaced: false,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: false,
  prepareForCreate(request) {
    delete request.status
  },
  prepareForUpdate: (request, old) => keepField(request, old, 'status'),
  validate: validateResourcePoolStatusRequest,
  validateUpdate: validateResourcePoolStatusRequestUpdate,
  resetFields: resetInVersions(['v1alpha3'], 'status'),
  subresources: {
    status: {
      prepareForUpdate(request, old) {
        keepField(request, old, 'spec')
        resetObjectMetaForStatus(request, old)
      },
      validateUpdate: validateResourcePoolStatusRequestStatusUpdate,
      resetFields: resetInVersions(['v1alpha3'], 'metadata', 'spec'),
    },
  },
}
