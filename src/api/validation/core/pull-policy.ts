import { type FieldError, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { notSupportedNamed } from '../named-text.js'

const policies = ['Always', 'IfNotPresent', 'Never']

/** Checks when an image is pulled. */
export function validatePullPolicy(policy: string, path: FieldPath): FieldError[] {
  if (policy === '') return [required(path, '')]
  return policies.includes(policy) ? [] : [notSupportedNamed(path, policy, policies)]
}
