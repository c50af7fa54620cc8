import { parseInt64 } from '../internal/parse-int64.js'
import { isValidLabelValue } from '../validation/label-value.js'
import { isQualifiedName } from '../validation/qualified-name.js'
import { type FieldError, invalid, notSupported } from './field-errors.js'
import { allOperators, type Operator } from './operator.js'

/** What {@link validateRequirement} looks at. */
export interface RequirementParts {
  readonly key: string
  readonly operator: Operator
  readonly values: readonly string[] | undefined
  /** Path of the requirement. */
  readonly path: string | undefined
}

/** Lists what is wrong with a requirement; messages and their order are Go's. */
export function validateRequirement({ key, operator, values, path }: RequirementParts): FieldError[] {
  const below = path === undefined ? '' : `${path}.`
  const at = `${below}values`
  return [
    ...validateLabelKey(key, `${below}key`),
    ...validateOperator(operator, values, { at, operatorPath: `${below}operator` }),
    ...(values ?? []).flatMap((value, index) => validateLabelValue(key, value, `${at}[${index}]`)),
  ]
}

/** Lists, in at most one error, what keeps `key` from being a label key. Go prints an absent path as `<nil>`. */
export function validateLabelKey(key: string, path: string | undefined): FieldError[] {
  const messages = isQualifiedName(key)
  return messages.length === 0 ? [] : [invalid(path ?? '<nil>', key, messages.join('; '))]
}

/** Lists, in at most one error, what keeps `value` from being the value of the label `key`. */
export function validateLabelValue(key: string, value: string, path: string | undefined): FieldError[] {
  const messages = isValidLabelValue(value)
  return messages.length === 0 ? [] : [invalid(`${path ?? ''}[${key}]`, value, messages.join('; '))]
}

interface ValuePaths {
  readonly at: string
  readonly operatorPath: string
}

function validateOperator(
  operator: Operator,
  values: readonly string[] | undefined,
  { at, operatorPath }: ValuePaths,
): FieldError[] {
  const count = values?.length ?? 0
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
        ...(values ?? []).flatMap((value, index) => validateInteger(value, `${at}[${index}]`)),
      ]
    default:
      return [notSupported(operatorPath, operator, allOperators)]
  }
}

function validateInteger(value: string, path: string): FieldError[] {
  if (parseInt64(value) !== undefined) return []
  return [invalid(path, value, "for 'Gt', 'Lt' operators, the value must be an integer")]
}
