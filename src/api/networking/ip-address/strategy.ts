import { networkingDeclared } from '../../declared/networking.gen.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { IPAddress } from '../v1/types.gen.js'
import { validateIPAddress, validateIPAddressUpdate } from './validation.js'

/** How an IPAddress behaves in a registry. */
export const ipAddressStrategy: KindStrategy<IPAddress> = {
  type: IPAddress,
  declared: { rules: networkingDeclared },
  // Random letters would make no address.
  generateName: (base) => base,
  validate: validateIPAddress,
  validateUpdate: validateIPAddressUpdate,
}
