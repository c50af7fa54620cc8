import { keepField } from '../../strategies/kept-fields.js'
import type { KindStrategy, UpdateHooks } from '../../strategies/kind-strategy.js'
import { ResourceQuota } from '../v1/types.gen.js'
import {
  validateResourceQuota,
  validateResourceQuotaStatusUpdate,
  validateResourceQuotaUpdate,
  warningsForResourceQuota,
} from './validation.js'

const status: UpdateHooks<ResourceQuota> = {
  prepareForUpdate: (quota, old) => keepField(quota, old, 'spec'),
  validateUpdate: validateResourceQuotaStatusUpdate,
  resetFields: { v1: [['spec']] },
}

/** How a ResourceQuota behaves in a registry. */
export const resourceQuotaStrategy: KindStrategy<ResourceQuota> = {
  type: ResourceQuota,
  prepareForCreate(quota) {
    quota.status = {}
  },
  prepareForUpdate: (quota, old) => keepField(quota, old, 'status'),
  validate: validateResourceQuota,
  validateUpdate: validateResourceQuotaUpdate,
  warningsOnCreate: warningsForResourceQuota,
  resetFields: { v1: [['status']] },
  subresources: { status },
}
