import type { LegacyAddressOptions } from '../validation/core/legacy-addresses.js'
import type { StrategyContext } from './kind-strategy.js'

/** How addresses and networks of older fields are checked in a cluster. */
export function addressOptionsOf(context: StrategyContext): LegacyAddressOptions {
  return { strict: context.featureEnabled('StrictIPCIDRValidation') }
}
