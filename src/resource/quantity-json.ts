import { Quantity } from './quantity.js'
import { QuantityError } from './quantity-error.js'
import { trimQuantity } from './trim-quantity.js'

/**
 * Reads a quantity from a JSON value: text or a number; `null` is zero.
 *
 * A number has lost its notation: `1e3` arrives as 1000 and prints as `1k`, where Go keeps `1e3`.
 *
 * @throws QuantityError for other text and for values of other types.
 */
export function quantityFromJSON(value: unknown): Quantity {
  return Quantity.parse(quantityText(value))
}

/**
 * Converts a quantity's JSON value to the text that Go writes: `0.5` gives `500m`.
 *
 * @throws QuantityError for other text and for values of other types.
 */
export function canonicalQuantity(value: unknown): string {
  const text = quantityText(value)
  return Quantity.parse(text).toString()
}

/**
 * Reports whether two JSON values are the same amount: `0.5` and `500m` are.
 *
 * @throws QuantityError when one is not a quantity.
 */
export function quantityEquals(a: unknown, b: unknown): boolean {
  if (a === b && typeof a === 'string') {
    quantityFromJSON(a)
    return true
  }
  return quantityFromJSON(a).equal(quantityFromJSON(b))
}

function quantityText(value: unknown): string {
  if (typeof value === 'string') return trimQuantity(value)
  if (value === null) return '0'
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value))) return String(value)
  throw new QuantityError('FormatWrong')
}
