import { type FieldError, invalid } from '../../validation/field-error.js'
import type { FieldPath } from '../../validation/field-path.js'
import { isValidPercent } from '../../validation/format-rules.js'
import { validateNonnegativeField } from '../../validation/number-rules.js'

type IntOrString = number | string | null | undefined

/** Checks a count that may be given as a percentage: it is not negative. */
export function validatePositiveIntOrPercent(value: IntOrString, path: FieldPath): FieldError[] {
  if (typeof value !== 'string') return validateNonnegativeField(value ?? 0, path)
  return isValidPercent(value).map((problem) => invalid(path, value, problem).withJSONText())
}

/** Finds more than 100%. */
export function validateAtMost100Percent(value: IntOrString, path: FieldPath): FieldError[] {
  if (typeof value !== 'string' || isValidPercent(value).length > 0 || percentOf(value) <= 100) return []
  return [invalid(path, value, 'must not be greater than 100%').withJSONText()]
}

/** The number, without regard to what it is a percentage of; zero for other text. */
export function intOrPercentValue(value: IntOrString): number {
  if (typeof value !== 'string') return value ?? 0
  return isValidPercent(value).length === 0 ? percentOf(value) : numberOf(value)
}

function percentOf(text: string): number {
  return numberOf(text.slice(0, -1))
}

function numberOf(text: string): number {
  return /^[-+]?\d+$/.test(text) ? Number(text) : 0
}
