import { type FieldError, forbidden, invalid } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../../validation/object-meta.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { isSet } from '../../validation/go-values.js'
import type { Lease, LeaseSpec } from '../v1/types.gen.js'
import { validateCoordinatedLeaseStrategy } from './lease-strategy.js'

/** Checks a new Lease. */
export function validateLease(lease: Lease): readonly FieldError[] {
  const rules = { requiresNamespace: true, validateName: nameIsDNSSubdomain }
  return [
    ...validateObjectMeta(lease.metadata ?? {}, rules, fieldPath('metadata')),
    ...validateLeaseSpec(lease.spec ?? {}, fieldPath('spec')),
  ]
}

/** Checks a changed Lease. */
export function validateLeaseUpdate(lease: Lease, old: Lease): readonly FieldError[] {
  return [
    ...validateObjectMetaUpdate(lease.metadata ?? {}, old.metadata ?? {}, fieldPath('metadata')),
    ...validateLeaseSpec(lease.spec ?? {}, fieldPath('spec')),
  ]
}

function validateLeaseSpec(spec: LeaseSpec, path: FieldPath): FieldError[] {
  const { leaseDurationSeconds, leaseTransitions, strategy, preferredHolder } = spec
  const errors: FieldError[] = []
  if (isSet(leaseDurationSeconds) && leaseDurationSeconds <= 0) {
    errors.push(invalid(path.child('leaseDurationSeconds'), leaseDurationSeconds, 'must be greater than 0'))
  }
  if (isSet(leaseTransitions) && leaseTransitions < 0) {
    errors.push(invalid(path.child('leaseTransitions'), leaseTransitions, 'must be greater than or equal to 0'))
  }
  if (isSet(strategy)) errors.push(...validateCoordinatedLeaseStrategy(strategy, path.child('strategy')))
  if (preferredHolder && !strategy) {
    errors.push(forbidden(path.child('preferredHolder'), 'may only be specified if `strategy` is defined'))
  }
  return errors
}
