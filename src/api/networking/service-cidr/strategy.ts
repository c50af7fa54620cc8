import { resetObjectMetaForStatus } from '../../../meta/object-meta.js'
import { keepField } from '../../strategies/kept-fields.js'
import type { KindStrategy, UpdateHooks } from '../../strategies/kind-strategy.js'
import { ServiceCIDR } from '../v1/types.gen.js'
import { validateServiceCIDR, validateServiceCIDRStatusUpdate, validateServiceCIDRUpdate } from './validation.js'

const gate = 'ServiceCIDRStatusFieldWiping'

const status: UpdateHooks<ServiceCIDR> = {
  prepareForUpdate(serviceCIDR, old) {
    keepField(serviceCIDR, old, 'spec')
    resetObjectMetaForStatus(serviceCIDR, old)
  },
  validateUpdate: validateServiceCIDRStatusUpdate,
  resetFields: {
    'networking.k8s.io/v1': [['metadata'], ['spec']],
    'networking.k8s.io/v1beta1': [['metadata'], ['spec']],
  },
}

/** How a ServiceCIDR behaves in a registry. */
export const serviceCIDRStrategy: KindStrategy<ServiceCIDR> = {
  type: ServiceCIDR,
  prepareForCreate(serviceCIDR, context) {
    if (context.featureEnabled(gate)) serviceCIDR.status = {}
  },
  prepareForUpdate(serviceCIDR, old, context) {
    if (context.featureEnabled(gate)) keepField(serviceCIDR, old, 'status')
  },
  validate: validateServiceCIDR,
  validateUpdate: validateServiceCIDRUpdate,
  resetFields: { 'networking.k8s.io/v1': [['status']], 'networking.k8s.io/v1beta1': [['status']] },
  subresources: { status },
}
