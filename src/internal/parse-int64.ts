import { maxInt64, minInt64 } from './int64.js'

/**
 * Reads a decimal 64-bit integer as Go's `strconv.ParseInt(text, 10, 64)` does: an optional sign and digits.
 *
 * @returns a `bigint` where a number would not be exact, `undefined` when the text is something else or does not fit.
 */
export function parseInt64(text: string): number | bigint | undefined {
  if (!/^[+-]?[0-9]+$/.test(text)) return undefined
  if (text.length < 16) return Number(text)
  const digits = text.replace(/^[+-]?0*(?=.)/, '')
  // Longer than any 64-bit integer; also keeps a hostile megabyte of digits away from BigInt.
  if (digits.length > 19) return undefined
  const value = text.startsWith('-') ? -BigInt(digits) : BigInt(digits)
  return value > maxInt64 || value < minInt64 ? undefined : value
}
