import { resetObjectMetaForStatus } from '../../../meta/object-meta.js'
import { resourceDeclared } from '../../declared/resource.gen.js'
import { keepField } from '../../strategies/kept-fields.js'
import type { KindStrategy, StrategyContext } from '../../strategies/kind-strategy.js'
import { resetInVersions } from '../reset-fields.js'
import { ResourcePoolStatusRequest } from '../v1alpha3/types.gen.js'
import {
  validateResourcePoolStatusRequest,
  validateResourcePoolStatusRequestStatusUpdate,
  validateResourcePoolStatusRequestUpdate,
} from './validation.js'

function dropDisabledFields(
  { spec }: ResourcePoolStatusRequest,
  old: ResourcePoolStatusRequest | undefined,
  context: StrategyContext,
): void {
  if (!spec || context.featureEnabled('DRAPartitionableDevicesType')) return
  if ((old?.spec?.defaultPartitionTypeAttribute ?? undefined) === undefined) delete spec.defaultPartitionTypeAttribute
}

/** How a ResourcePoolStatusRequest behaves in a registry. */
export const resourcePoolStatusRequestStrategy: KindStrategy<ResourcePoolStatusRequest> = {
  type: ResourcePoolStatusRequest,
  declared: { rules: resourceDeclared },
  allowUnconditionalUpdate: false,
  prepareForCreate(request, context) {
    delete request.status
    dropDisabledFields(request, undefined, context)
  },
  prepareForUpdate(request, old, context) {
    keepField(request, old, 'status')
    dropDisabledFields(request, old, context)
  },
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
