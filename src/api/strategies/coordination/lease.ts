import { Lease } from '../../coordination/v1/types.gen.js'
import { validateLease, validateLeaseUpdate } from '../../validation/coordination/lease.js'
import type { KindStrategy } from '../kind-strategy.js'

const gate = 'CoordinatedLeaderElection'

/** How a Lease behaves in a registry. */
export const leaseStrategy: KindStrategy<Lease> = {
  type: Lease,
  namespaced: true,
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
