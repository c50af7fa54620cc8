import { keepField } from '../../strategies/kept-fields.js'
import type { KindStrategy, StrategyContext, UpdateHooks } from '../../strategies/kind-strategy.js'
import { Service } from '../v1/types.gen.js'
import { offlineAllocator } from './offline-allocator.js'
import { allocateForCreate, allocateForUpdate } from './service-allocation.js'
import { dropFieldsOfFormerType } from './service-type-change.js'
import { warningsForService, warningsForServiceStatus } from './service-warnings.js'
import { addressOptionsOf } from './strict-addresses.js'
import {
  type ServiceOptions,
  validateService,
  validateServiceStatusUpdate,
  validateServiceUpdate,
} from './validation.js'

function serviceOptions(context: StrategyContext): ServiceOptions {
  return { ...addressOptionsOf(context), relaxedNames: context.featureEnabled('RelaxedServiceNameValidation') }
}

const status: UpdateHooks<Service> = {
  prepareForUpdate: (service, old) => keepField(service, old, 'spec'),
  validateUpdate: (service, old, context) => validateServiceStatusUpdate(service, old, addressOptionsOf(context)),
  warningsOnUpdate: warningsForServiceStatus,
  resetFields: { v1: [['spec']] },
}

/** How a Service behaves in a registry. */
export const serviceStrategy: KindStrategy<Service> = {
  type: Service,
  allowCreateOnUpdate: true,
  allocateOffline(service, old, context) {
    const allocator = offlineAllocator(['IPv4'], addressOptionsOf(context).strict)
    if (old === undefined) allocateForCreate(service, allocator)
    else allocateForUpdate(service, old, allocator)
  },
  prepareForCreate(service) {
    service.status = { loadBalancer: {} }
  },
  prepareForUpdate(service, old) {
    keepField(service, old, 'status')
    dropFieldsOfFormerType(service, old)
  },
  validate: (service, context) => validateService(service, serviceOptions(context)),
  validateUpdate: (service, old, context) => validateServiceUpdate(service, old, serviceOptions(context)),
  warningsOnCreate: warningsForService,
  warningsOnUpdate: (service, _old, context) => warningsForService(service, context),
  canonicalize({ spec }) {
    if (spec?.type === 'ExternalName') delete spec.internalTrafficPolicy
  },
  selectableFields: ({ spec }) => ({ 'spec.clusterIP': spec?.clusterIP ?? '', 'spec.type': spec?.type ?? '' }),
  resetFields: { v1: [['status']] },
  subresources: { status },
}
