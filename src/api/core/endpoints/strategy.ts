import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { addressOptionsOf } from '../service/strict-addresses.js'
import { Endpoints } from '../v1/types.gen.js'
import { validateEndpoints, validateEndpointsUpdate, warningsForEndpoints } from './validation.js'

/** How Endpoints behave in a registry. */
export const endpointsStrategy: KindStrategy<Endpoints> = {
  type: Endpoints,
  allowCreateOnUpdate: true,
  validate: (endpoints, context) => validateEndpoints(endpoints, addressOptionsOf(context)),
  validateUpdate: (endpoints, old, context) => validateEndpointsUpdate(endpoints, old, addressOptionsOf(context)),
  warningsOnCreate: warningsForEndpoints,
  warningsOnUpdate: warningsForEndpoints,
}
