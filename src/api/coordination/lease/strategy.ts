import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { Lease } from '../v1/types.gen.js'
import { validateLease, validateLeaseUpdate } from './validation.js'

const gate = 'CoordinatedLeaderElection'

/** How a Lease behaves in a registry. */
export const leaseStrategy: KindStrategy<Lease> = {
  type: Lease,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: false,
  prepareForCreate({ spec }, context) {
    if (!spec || context.featureEnabled(gate)) return
    delete spec.strategy
    delete spec.preferredHolder
  },
  prepareForUpdate({ spec }, old, context) {
    if (!spec || context.featureEnabled(gate)) return
    if ((old.spec?.strategy ?? undefined) === undefined) delete spec.strategy
    if ((old.spec?.preferredHolder ?? undefined) === undefined) delete spec.preferredHolder
  },
  validate: validateLease,
  validateUpdate: validateLeaseUpdate,
}
