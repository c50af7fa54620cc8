import { resetObjectMetaForStatus } from '../../../meta/object-meta.js'
import { keepField } from '../../strategies/kept-fields.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { resetInVersions } from '../reset-fields.js'
import { ResourcePoolStatusRequest } from '../v1alpha3/types.gen.js'
import {
  validateResourcePoolStatusRequest,
  validateResourcePoolStatusRequestStatusUpdate,
  validateResourcePoolStatusRequestUpdate,
} from './validation.js'

/** How a ResourcePoolStatusRequest behaves in a registry. */
export const resourcePoolStatusRequestStrategy: KindStrategy<ResourcePoolStatusRequest> = {
  type: ResourcePoolStatusRequest,
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
