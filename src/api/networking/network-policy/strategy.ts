import { ensureMetadata } from '../../../meta/object-with-meta.js'
import { addressOptionsOf } from '../../core/service/strict-addresses.js'
import { networkingDeclared } from '../../declared/networking.gen.js'
import { raiseGenerationLiterally } from '../../strategies/kept-fields.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { NetworkPolicy } from '../v1/types.gen.js'
import { validateNetworkPolicy, validateNetworkPolicyUpdate, warningsForNetworkPolicy } from './validation.js'

/** How a NetworkPolicy behaves in a registry. */
export const networkPolicyStrategy: KindStrategy<NetworkPolicy> = {
  type: NetworkPolicy,
  declared: { rules: networkingDeclared },
  prepareForCreate(policy) {
    ensureMetadata(policy).generation = 1
  },
  prepareForUpdate: (policy, old) => raiseGenerationLiterally(policy, old, 'spec'),
  validate: (policy, context) => validateNetworkPolicy(policy, addressOptionsOf(context)),
  validateUpdate(policy, old, context) {
    const errors = validateNetworkPolicyUpdate(policy, old, addressOptionsOf(context))
    // Earlier releases check a changed policy as a new one, too.
    return context.release.minor < 36
      ? [...validateNetworkPolicy(policy, addressOptionsOf(context)), ...errors]
      : errors
  },
  warningsOnCreate: warningsForNetworkPolicy,
  warningsOnUpdate: warningsForNetworkPolicy,
}
