import { isMachineryError } from '../errors/machinery-error.js'
import { utf8Length } from '../internal/utf8-length.js'
import { isZeroTime } from '../scalar/time.js'
import { duplicate, type FieldError, invalid, notSupported, required, tooLong } from './field-error.js'
import type { FieldPath } from './field-path.js'
import { validateLabelName } from './labels.js'
import { regexError } from './messages.js'
import { present } from './present.js'

/** A condition in an object's status, as JSON. */
export interface ConditionFields {
  readonly type?: string | undefined
  readonly status?: string | undefined
  readonly observedGeneration?: number | bigint | undefined
  readonly lastTransitionTime?: string | null | undefined
  readonly reason?: string | undefined
  readonly message?: string | undefined
}

const maxReasonLength = 1024
const maxMessageLength = 32_768

/** Checks conditions, and that no type occurs twice. */
export function validateConditions(
  conditions: readonly ConditionFields[] | null | undefined,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = []
  const seen = new Set<string>()
  for (const [i, condition] of (conditions ?? []).map(present).entries()) {
    const type = condition.type ?? ''
    if (seen.has(type)) {
      const earlier = duplicate(path.index(i).child('type'), type)
      errors.push(covered(duplicate(path.index(i), type)).since(37, earlier))
    }
    seen.add(type)
    errors.push(...validateCondition(condition, path.index(i)))
  }
  return errors
}

/** Checks one condition. */
export function validateCondition(condition: ConditionFields, path: FieldPath): FieldError[] {
  const { type = '', observedGeneration = 0, message = '' } = present(condition)
  const errors: FieldError[] = []
  if (type === '') errors.push(missingType(path.child('type')))
  else errors.push(...validateLabelName(type, path.child('type')))
  errors.push(...validateStatus(condition.status ?? '', path.child('status')))
  if (observedGeneration < 0) {
    const detail = 'must be greater than or equal to zero'
    errors.push(covered(invalid(path.child('observedGeneration'), observedGeneration, detail).withOrigin('minimum')))
  }
  if (isUnset(condition.lastTransitionTime)) errors.push(covered(required(path.child('lastTransitionTime'), '')))
  errors.push(...validateReason(condition.reason ?? '', path.child('reason')))
  if (utf8Length(message) > maxMessageLength) errors.push(tooLong(path.child('message'), maxMessageLength))
  return errors
}

function missingType(path: FieldPath): FieldError {
  return covered(required(path, 'is required')).since(37, ...validateLabelName('', path))
}

function covered(error: FieldError): FieldError {
  return error.markCoveredByDeclarative()
}

function validateStatus(status: string, path: FieldPath): FieldError[] {
  const known = ['False', 'True', 'Unknown']
  if (known.includes(status)) return []
  const unknown = notSupported(path, status, known).withJSONText()
  return [status === '' ? covered(required(path, '')).since(37, unknown) : covered(unknown)]
}

function validateReason(reason: string, path: FieldPath): FieldError[] {
  if (reason === '') return [covered(required(path, ''))]
  const errors = isValidConditionReason(reason).map((problem) => invalid(path, reason, problem))
  if (utf8Length(reason) > maxReasonLength) errors.push(covered(tooLong(path, maxReasonLength).withOrigin('maxBytes')))
  return errors
}

/** Text that is not a time is left to the decoder. */
function isUnset(time: string | null | undefined): boolean {
  try {
    return isZeroTime(time)
  } catch (error) {
    if (isMachineryError(error, 'InvalidTime')) return false
    throw error
  }
}

/** Lists what keeps `value` from being the reason of a condition; empty when nothing does. Length is not looked at. */
export function isValidConditionReason(value: string): string[] {
  const last = value.slice(-1)
  if (/^[A-Za-z]/.test(value) && /[A-Za-z0-9_]/.test(last) && !/[^A-Za-z0-9_,:]/.test(value)) return []
  const message =
    "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_'"
  const examples = ['my_name', 'MY_NAME', 'MyName', 'ReasonA,ReasonB', 'ReasonA:ReasonB']
  return [regexError(message, '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?', ...examples)]
}
