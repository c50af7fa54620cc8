import { Endpoints } from '../../core/v1/types.gen.js'
import { validateEndpoints, validateEndpointsUpdate, warningsForEndpoints } from '../../validation/core/endpoints.js'
import type { KindStrategy } from '../kind-strategy.js'
import { addressOptionsOf } from '../strict-addresses.js'

/** How Endpoints behave in a registry. */
export const endpointsStrategy: KindStrategy<Endpoints> = {
  type: Endpoints,
  namespaced: true,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: true,
  validate: (endpoints, context) => validateEndpoints(endpoints, addressOptionsOf(context)),
  validateUpdate: (endpoints, old, context) => validateEndpointsUpdate(endpoints, old, addressOptionsOf(context)),
  warningsOnCreate: warningsForEndpoints,
  warningsOnUpdate: warningsForEndpoints,
}
