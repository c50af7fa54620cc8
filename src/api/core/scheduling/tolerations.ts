import { appendAll } from '../../../internal/append-all.js'
import { quote } from '../../../internal/quote.js'
import { type FieldError, invalid } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isValidLabelValue } from '../../../validation/label-value.js'
import { validateLabelName } from '../../../validation/labels.js'
import { isDecimalInteger } from '../../../validation/number-rules.js'
import { isSet } from '../../validation/go-values.js'
import { invalidNamed, notSupportedNamed } from '../../validation/named-text.js'
import type { Toleration } from '../v1/types.gen.js'

/** Settings of {@link validateTolerations}. */
export interface TolerationOptions {
  /** The operators `Lt` and `Gt` are allowed. */
  readonly allowTaintTolerationComparisonOperators: boolean
}

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']

/** Checks tolerations of a pod, or of another object that gives them to pods. */
export function validateTolerations(
  tolerations: readonly Toleration[],
  path: FieldPath,
  options: TolerationOptions,
): FieldError[] {
  return tolerations.flatMap((toleration, i) => tolerationErrors(toleration, path.index(i), options))
}

function tolerationErrors(toleration: Toleration, path: FieldPath, options: TolerationOptions): FieldError[] {
  const key = toleration.key ?? ''
  const operator = toleration.operator ?? ''
  const effect = toleration.effect ?? ''
  const { tolerationSeconds } = toleration
  const errors = key === '' ? [] : validateLabelName(key, path.child('key'))
  if (key === '' && operator !== 'Exists') {
    const detail = 'operator must be Exists when `key` is empty, which means "match all values and all keys"'
    errors.push(invalidNamed(path.child('operator'), operator, detail))
  }
  if (isSet(tolerationSeconds) && effect !== 'NoExecute') {
    const detail = "effect must be 'NoExecute' when `tolerationSeconds` is set"
    errors.push(invalidNamed(path.child('effect'), effect, detail))
  }
  appendAll(errors, valueErrors(toleration, path, options))
  if (effect !== '' && !effects.includes(effect)) errors.push(notSupportedNamed(path.child('effect'), effect, effects))
  return errors
}

function valueErrors(toleration: Toleration, path: FieldPath, options: TolerationOptions): FieldError[] {
  const operator = toleration.operator ?? ''
  const value = toleration.value ?? ''
  const at = path.child('operator')
  switch (operator) {
    case '':
    case 'Equal': {
      const problems = isValidLabelValue(value)
      return problems.length === 0 ? [] : [invalid(at, value, problems.join(';'))]
    }
    case 'Exists':
      return value === '' ? [] : [invalid(at, value, "value must be empty when `operator` is 'Exists'")]
    case 'Lt':
    case 'Gt':
      if (options.allowTaintTolerationComparisonOperators) return numberErrors(value, path.child('value'))
      return [notSupportedNamed(at, operator, ['Equal', 'Exists', 'Lt', 'Gt'])]
    default:
      return [notSupportedNamed(at, operator, ['Equal', 'Exists'])]
  }
}

function numberErrors(value: string, path: FieldPath): FieldError[] {
  const errors = isDecimalInteger(value).map((problem) => invalid(path, value, problem))
  const problem = int64Problem(value)
  if (problem !== undefined) errors.push(invalid(path, value, `strconv.ParseInt: parsing ${quote(value)}: ${problem}`))
  return errors
}

function int64Problem(text: string): string | undefined {
  if (!/^[-+]?[0-9]+$/.test(text)) return 'invalid syntax'
  if (text.replace(/^[-+]?0*/, '').length > 19) return 'value out of range'
  const number = BigInt(text.replace(/^\+/, ''))
  return BigInt.asIntN(64, number) === number ? undefined : 'value out of range'
}
