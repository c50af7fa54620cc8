import { parseInt64 } from '../internal/parse-int64.js'
import { type FieldError, invalid, notSupported } from '../validation/field-error.js'
import type { FieldPath } from '../validation/field-path.js'
import { isValidLabelValue } from '../validation/label-value.js'
import { isQualifiedName } from '../validation/qualified-name.js'
import { allOperators, type Operator } from './operator.js'

/** Input of {@link validateRequirement}. */
export interface RequirementParts {
  readonly key: string
  readonly operator: Operator
  readonly values: readonly string[] | undefined
  /** Path of the requirement. */
  readonly path: FieldPath
}

/** Lists what is wrong with a requirement; messages and their order are Go's. */
export function validateRequirement({ key, operator, values, path }: RequirementParts): FieldError[] {
  const valuePath = path.child('values')
  return [
    ...validateLabelKey(key, path.child('key')),
    ...validateOperator(operator, values, path),
    ...(values ?? []).flatMap((value, index) => validateLabelValue(key, value, valuePath.index(index))),
  ]
}

/** Lists, in at most one error, what keeps `key` from being a label key. */
export function validateLabelKey(key: string, path: FieldPath): FieldError[] {
  const messages = isQualifiedName(key)
  return messages.length === 0 ? [] : [invalid(path, key, messages.join('; '))]
}

/** Lists, in at most one error, what keeps `value` from being the value of the label `key`. */
export function validateLabelValue(key: string, value: string, path: FieldPath): FieldError[] {
  const messages = isValidLabelValue(value)
  return messages.length === 0 ? [] : [invalid(path.key(key), value, messages.join('; '))]
}

function validateOperator(operator: Operator, values: readonly string[] | undefined, path: FieldPath): FieldError[] {
  const count = values?.length ?? 0
  const at = path.child('values')
  const wrong = (detail: string): FieldError[] => [invalid(at, values ?? null, detail)]
  switch (operator) {
    case 'in':
    case 'notin':
      return count > 0 ? [] : wrong("for 'in', 'notin' operators, values set can't be empty")
    case '=':
    case '==':
    case '!=':
      return count === 1 ? [] : wrong('exact-match compatibility requires one single value')
    case 'exists':
    case '!':
      return count === 0 ? [] : wrong('values set must be empty for exists and does not exist')
    case 'gt':
    case 'lt':
      return [
        ...(count === 1 ? [] : wrong("for 'Gt', 'Lt' operators, exactly one value is required")),
        ...(values ?? []).flatMap((value, index) => validateInteger(value, at.index(index))),
      ]
    default:
      return [notSupported(path.child('operator'), operator, allOperators)]
  }
}

function validateInteger(value: string, path: FieldPath): FieldError[] {
  if (parseInt64(value) !== undefined) return []
  return [invalid(path, value, "for 'Gt', 'Lt' operators, the value must be an integer")]
}
