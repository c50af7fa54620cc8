import { type FieldError, invalid, notSupported, required } from '../../validation/field-error.js'
import type { FieldPath } from '../../validation/field-path.js'

/** A value of a named string type, which Go shows as JSON, that is not one of the supported ones. */
export function notSupportedNamed(path: FieldPath, value: string, supported: readonly string[]): FieldError {
  return notSupported(path, value, supported).withJSONText()
}

/** A value of a named string type, which Go shows as JSON, that is malformed or out of bounds. */
export function invalidNamed(path: FieldPath, value: string, detail: string): FieldError {
  return invalid(path, value, detail).withJSONText()
}

/** The errors of a field of a named string type that has to have one of the supported values. */
export function requiredEnumErrors(value: string, supported: readonly string[], path: FieldPath): FieldError[] {
  if (value === '') return [required(path, '')]
  return supported.includes(value) ? [] : [notSupportedNamed(path, value, supported)]
}
