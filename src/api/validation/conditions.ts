import { type ConditionFields, validateConditions as validateNewest } from '../../validation/conditions.js'
import { ErrorType } from '../../validation/error-type.js'
import { type FieldError, notSupported } from '../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../validation/field-path.js'
import { validateLabelName } from '../../validation/labels.js'
import { structsOf } from './go-values.js'

const statuses = ['False', 'True', 'Unknown']

/**
 * Checks the conditions of a built-in kind: an empty type is not a label key, an empty
 * status is not supported, and a second condition of a type is a duplicate of the type.
 */
export function validateConditions(
  conditions: readonly ConditionFields[] | null | undefined,
  path: FieldPath,
): FieldError[] {
  const items = structsOf(conditions)
  return validateNewest(items, path).flatMap((error): readonly FieldError[] => {
    const [, index, member = ''] = /^\[(\d+)\](?:\.(\w+))?$/.exec(error.field.slice(path.toString().length)) ?? []
    if (index === undefined) return [error]
    const memberPath = path.index(Number(index)).child(member === '' ? 'type' : member)
    if (error.type === ErrorType.Duplicate) return [error.with({ field: memberPath.toString() })]
    if (error.type !== ErrorType.Required) return [error]
    if (member === 'type') return validateLabelName('', memberPath)
    return member === 'status' ? [notSupported(memberPath, '', statuses).withJSONText()] : [error]
  })
}

/** The conditions of an object's status, in the place where most kinds have them. */
export function validateStatusConditions(conditions: readonly ConditionFields[] | null | undefined): FieldError[] {
  return validateConditions(conditions, fieldPath('status', 'conditions'))
}
