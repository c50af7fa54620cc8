import type { StrategyContext } from '../../strategies/kind-strategy.js'
import type { LegacyAddressOptions } from './legacy-addresses.js'

/** How addresses and networks of older fields are checked in a cluster. */
export function addressOptionsOf(context: StrategyContext): LegacyAddressOptions {
  return { strict: context.featureEnabled('StrictIPCIDRValidation') }
}
