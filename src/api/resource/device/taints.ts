import { type FieldError, invalid, notSupported, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isValidLabelValue } from '../../../validation/label-value.js'
import { validateLabelName } from '../../../validation/labels.js'
import type { DeviceTaint, DeviceToleration } from '../v1/types.gen.js'

const effects = ['NoExecute', 'NoSchedule', 'None']
const operators = ['Equal', 'Exists']

/** Checks a taint of a device; an effect that it had before stays allowed. */
export function validateDeviceTaint(taint: DeviceTaint, old: DeviceTaint | undefined, path: FieldPath): FieldError[] {
  const errors = validateLabelName(taint.key ?? '', path.child('key'))
  if (taint.value) errors.push(...labelValueErrors(taint.value, path.child('value')))
  const effect = taint.effect ?? ''
  if (old !== undefined && (old.effect ?? '') === effect) return errors
  if (effect === '') return [...errors, required(path.child('effect'), '')]
  return [...errors, ...effectErrors(effect, path)]
}

/** Checks the tolerations of a request for device taints. */
export function validateDeviceToleration(toleration: DeviceToleration, path: FieldPath): FieldError[] {
  const key = toleration.key ?? ''
  const operator = toleration.operator ?? ''
  const value = toleration.value ?? ''
  const effect = toleration.effect ?? ''
  const errors = key === '' ? [] : validateLabelName(key, path.child('key'))
  if (operator === 'Exists') {
    if (value !== '') errors.push(invalid(path.child('value'), value, 'must be empty for operator `Exists`'))
  } else if (operator === 'Equal') errors.push(...labelValueErrors(value, path.child('value')))
  else if (operator === '') errors.push(required(path.child('operator'), ''))
  else errors.push(notSupported(path.child('operator'), operator, operators).withJSONText())
  return effect === '' ? errors : [...errors, ...effectErrors(effect, path)]
}

function effectErrors(effect: string, path: FieldPath): FieldError[] {
  return effects.includes(effect) ? [] : [notSupported(path.child('effect'), effect, effects).withJSONText()]
}

function labelValueErrors(value: string, path: FieldPath): FieldError[] {
  return isValidLabelValue(value).map((problem) => invalid(path, value, problem))
}
