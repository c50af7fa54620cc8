import { MachineryError } from '../errors/machinery-error.js'
import { maxInt64, minInt64 } from '../internal/int64.js'

/**
 * How number text becomes a value.
 *
 * | rule | integers | other numbers |
 * | --- | --- | --- |
 * | `exact` | number, `bigint` outside ±(2^53−1) | number |
 * | `go` | as `exact` within int64, beyond that a rounded number, as Go's `interface{}` holds them | number |
 */
export type NumberRule = 'exact' | 'go'

/**
 * Reads number text by a {@link NumberRule}.
 *
 * @throws MachineryError `NumberOutOfRange` for a number that no float64 can hold, such as `1e400`.
 */
export function numberValue(text: string, rule: NumberRule = 'exact'): number | bigint {
  const value = Number(text)
  if (/^-?\d+$/.test(text)) {
    if (Number.isSafeInteger(value)) return value === 0 ? 0 : value
    const exact = BigInt(text)
    if (rule === 'exact' || (exact >= minInt64 && exact <= maxInt64)) return exact
  }
  if (!Number.isFinite(value)) {
    throw new MachineryError('NumberOutOfRange', `json: cannot unmarshal number ${text} into Go value of type float64`)
  }
  return value
}
