import { minInt64 } from '../../internal/int64.js'
import type { JSONValue } from '../../json/json-value.js'
import { printValue } from '../json-path/json-path.js'
import { humanAge } from './human-age.js'

/** Go's conversion of a float beyond int64. */
const smallestInteger = minInt64

/** A value as a cell of a column of some type; `undefined` means no value. */
export function cellOf(type: string, value: JSONValue | undefined, now: Date): JSONValue {
  if (value === undefined) return null
  if (type === 'string') return value === null ? '<no value>' : printValue(value)
  switch (type) {
    case 'integer':
      return integerOf(value)
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint' ? value : null
    case 'boolean':
      return typeof value === 'boolean' ? value : null
    case 'date':
      return typeof value === 'string' ? humanAge(value, now) : null
    default:
      return null
  }
}

function integerOf(value: JSONValue): JSONValue {
  if (typeof value === 'bigint') return value
  if (typeof value !== 'number') return null
  const whole = Math.trunc(value)
  if (Number.isSafeInteger(whole)) return whole
  return Math.abs(whole) < 2 ** 63 ? BigInt(whole) : smallestInteger
}
