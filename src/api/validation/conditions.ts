import { type ConditionFields, validateConditions as validateStructs } from '../../validation/conditions.js'
import type { FieldError } from '../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../validation/field-path.js'
import { structsOf } from './go-values.js'

/** Checks the conditions of a built-in kind. */
export function validateConditions(
  conditions: readonly ConditionFields[] | null | undefined,
  path: FieldPath,
): FieldError[] {
  return validateStructs(structsOf(conditions), path)
}

/** The conditions of an object's status, in the place where most kinds have them. */
export function validateStatusConditions(conditions: readonly ConditionFields[] | null | undefined): FieldError[] {
  return validateConditions(conditions, fieldPath('status', 'conditions'))
}
