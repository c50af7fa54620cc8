import type { JSONValue } from '../../../descriptor/types.js'
import { maxInt64, maxUint64, minInt64 } from '../../../internal/int64.js'
import { mismatch } from './encode-error.js'

const ranges: Readonly<Record<string, readonly [low: bigint, high: bigint]>> = {
  int32: [-2147483648n, 2147483647n],
  int64: [minInt64, maxInt64],
  uint32: [0n, 4294967295n],
  uint64: [0n, maxUint64],
}

/** An integer that fits the type of a field. @throws CBORError for other values, and beyond the range of the type. */
export function integerInRange(kind: string, value: JSONValue): number | bigint {
  if (typeof value === 'number' && (value | 0) === value && value >= 0) return value
  if (typeof value !== 'bigint' && !(typeof value === 'number' && Number.isSafeInteger(value)))
    throw mismatch(value, kind)
  const [low, high] = ranges[kind] as readonly [bigint, bigint]
  if (BigInt(value) < low || BigInt(value) > high) throw mismatch(value, kind)
  return value
}
