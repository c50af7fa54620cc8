import { newQuantity, Quantity } from '../../../resource/quantity.js'
import { type FieldError, invalid } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { validateNonnegativeQuantity } from '../../validation/field-rules.js'
import { isIntegerResourceName } from './resource-names.js'

/** A quantity in an object; invalid text, which a decoder refuses, counts as zero. */
export function amountOf(text: string | number | null | undefined): Quantity {
  if (text === undefined || text === null) return newQuantity(0, 'DecimalSI')
  try {
    return Quantity.parse(text)
  } catch {
    return newQuantity(0, 'DecimalSI')
  }
}

/** Checks the amount of a resource: not negative, and whole where the resource is counted. */
export function validateResourceQuantityValue(name: string, amount: Quantity, path: FieldPath): FieldError[] {
  const errors = validateNonnegativeQuantity(amount, path)
  if (isIntegerResourceName(name) && isFractional(amount)) errors.push(invalid(path, amount, 'must be an integer'))
  return errors
}

/** Reports whether the amount is not a whole number, in thousandths as in Go. */
export function isFractional(amount: Quantity): boolean {
  return amount.milliValue() % 1000n !== 0n
}
