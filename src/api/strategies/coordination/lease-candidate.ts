import { LeaseCandidate } from '../../coordination/v1beta1/types.gen.js'
import { validateLeaseCandidate, validateLeaseCandidateUpdate } from '../../validation/coordination/lease-candidate.js'
import type { KindStrategy } from '../kind-strategy.js'

/** How a LeaseCandidate behaves in a registry. */
export const leaseCandidateStrategy: KindStrategy<LeaseCandidate> = {
  type: LeaseCandidate,
  namespaced: true,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: false,
  validate: validateLeaseCandidate,
  validateUpdate: validateLeaseCandidateUpdate,
  selectableFields: ({ spec }) => ({ 'spec.leaseName': spec?.leaseName ?? '' }),
}
