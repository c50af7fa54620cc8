import { trimQuantity } from './trim-quantity.js'

/** Most characters and largest power of ten that are accepted; work grows with their square. */
export const maxQuantityDigits = 10_000

const grammar = /^[+-]?([0-9]*)(?:\.([0-9]*))?(?:[numkMGTPE]|[KMGT]i|([PE]i)|[eE]([+-]?[0-9]+))?$/

/** Reports whether the text of a JSON string is a quantity, without computing it. */
export function isQuantityText(json: string): boolean {
  const text = trimQuantity(json)
  if (text === '' || text.length > maxQuantityDigits) return false
  const match = grammar.exec(text)
  if (match === null) return false
  const [, whole, fraction = '', large, exponent = '0'] = match
  if (Math.abs(Number(exponent)) > maxQuantityDigits) return false
  // Without any digit Go's quick path finds zero, which is not the way it takes for very large and very small units.
  return whole !== '' || fraction !== '' || (large === undefined && Number(exponent) >= -9)
}
