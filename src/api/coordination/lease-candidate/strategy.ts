import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { LeaseCandidate } from '../v1beta1/types.gen.js'
import { validateLeaseCandidate, validateLeaseCandidateUpdate } from './validation.js'

/** How a LeaseCandidate behaves in a registry. */
export const leaseCandidateStrategy: KindStrategy<LeaseCandidate> = {
  type: LeaseCandidate,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: false,
  validate: validateLeaseCandidate,
  validateUpdate: validateLeaseCandidateUpdate,
  selectableFields: ({ spec }) => ({ 'spec.leaseName': spec?.leaseName ?? '' }),
}
