import { utf8Length } from '../internal/utf8-length.js'
import { isLowerCaseLabel } from './ascii-names.js'
import { type FieldError, invalid } from './field-error.js'
import type { FieldPath } from './field-path.js'
import { emptyError, inclusiveRangeError, maxLenError } from './messages.js'

const maxInt32 = 2147483647

/** Lists what keeps `value` from lying between `low` and `high`, both included; empty when nothing does. */
export function isInRange(value: number, low: number, high: number): string[] {
  return value >= low && value <= high ? [] : [inclusiveRangeError(low, high)]
}

/** Lists what keeps `port` from being a port number that is not zero; empty when nothing does. */
export function isValidPortNum(port: number): string[] {
  return isInRange(port, 1, 65_535)
}

/** Lists what keeps `id` from being a Unix group number; empty when nothing does. */
export function isValidGroupID(id: number): string[] {
  return isInRange(id, 0, maxInt32)
}

/** Lists what keeps `id` from being a Unix user number; empty when nothing does. */
export function isValidUserID(id: number): string[] {
  return isInRange(id, 0, maxInt32)
}

/** Lists what keeps `port` from being the name of a port (RFC 6335, lower case); empty when nothing does. */
export function isValidPortName(port: string): string[] {
  if (isLowerCaseLabel(port) && port.length <= 15 && !port.includes('--') && /[a-z]/.test(port)) return []
  const errors: string[] = []
  if (utf8Length(port) > 15) errors.push(maxLenError(15))
  if (port === '' || /[^-a-z0-9]/.test(port)) {
    errors.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)')
  }
  if (!/[a-z]/.test(port)) errors.push('must contain at least one letter (a-z)')
  if (port.includes('--')) errors.push('must not contain consecutive hyphens')
  if (port.startsWith('-') || port.endsWith('-')) errors.push('must not begin or end with a hyphen')
  return errors
}

/** Lists what keeps `value` from being a decimal integer as people write it: no plus, no leading zeros. */
export function isDecimalInteger(value: string): string[] {
  if (value === '') return [emptyError()]
  if (value === '0') return []
  const digits = value.startsWith('-') ? value.slice(1) : value
  if (/^[1-9]/.test(digits) && !/[^0-9]/.test(digits)) return []
  return ['must be a valid decimal integer in canonical form']
}

/** Finds a number below zero. */
export function validateNonnegativeField(value: number | bigint, path: FieldPath): FieldError[] {
  return value < 0 ? [invalid(path, value, 'must be greater than or equal to 0').withOrigin('minimum')] : []
}
