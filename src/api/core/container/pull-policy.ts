import type { FieldError } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { requiredEnumErrors } from '../../validation/named-text.js'

const policies = ['Always', 'IfNotPresent', 'Never']

/** Checks when an image is pulled. */
export function validatePullPolicy(policy: string, path: FieldPath): FieldError[] {
  return requiredEnumErrors(policy, policies, path)
}
