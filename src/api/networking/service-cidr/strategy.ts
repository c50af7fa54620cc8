import { resetObjectMetaForStatus } from '../../../meta/object-meta.js'
import { keepField } from '../../strategies/kept-fields.js'
import type { KindStrategy, UpdateHooks } from '../../strategies/kind-strategy.js'
import type { FieldSetPaths } from '../../strategies/reset-fields.js'
import { ServiceCIDR } from '../v1/types.gen.js'
import { validateServiceCIDR, validateServiceCIDRStatusUpdate, validateServiceCIDRUpdate } from './validation.js'

const gate = 'ServiceCIDRStatusFieldWiping'

const inBothVersions = (...paths: string[][]): FieldSetPaths => ({
  'networking.k8s.io/v1': paths,
  'networking.k8s.io/v1beta1': paths,
})

const status: UpdateHooks<ServiceCIDR> = {
  prepareForUpdate(serviceCIDR, old) {
    keepField(serviceCIDR, old, 'spec')
    resetObjectMetaForStatus(serviceCIDR, old)
  },
  validateUpdate: validateServiceCIDRStatusUpdate,
  // Earlier releases name versions here that no request has.
  resetFields: ({ release }) => (release.minor >= 36 ? inBothVersions(['metadata'], ['spec']) : {}),
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
  resetFields: ({ featureEnabled }) => (featureEnabled(gate) ? inBothVersions(['status']) : {}),
  subresources: { status },
}
