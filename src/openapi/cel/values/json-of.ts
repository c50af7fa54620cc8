import { setOwn } from '../../../json/json-value.js'
import { JSONList, JSONMap } from './collections.js'
import { StructValue } from './struct-value.js'
import { durationText, timestampText } from './times.js'
import { Double, Duration, ListValue, MapValue, OptionalValue, Timestamp, UInt, type Value } from './value.js'

/**
 * Plain JSON of a value: what a field of an object would hold. Parts of the variables of an evaluation are given as they
 * were, not copied; `uint` becomes a number, `bytes` stay bytes, times become text, an empty optional becomes null.
 */
export function jsonOf(value: unknown): unknown {
  const given = value as Value
  if (typeof given !== 'object' || given === null || given instanceof Uint8Array) return given
  if (given instanceof JSONList || given instanceof JSONMap) return given.raw
  if (given instanceof ListValue) return given.items().map(jsonOf)
  if (given instanceof MapValue) return jsonObjectOf(given.keys().map((key) => [String(key), given.find(key)] as const))
  if (given instanceof StructValue) return jsonObjectOf([...given.fields])
  return scalarOf(given)
}

function scalarOf(value: Value): unknown {
  if (value instanceof Double) return value.value
  if (value instanceof UInt) return value.value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value.value) : value.value
  if (value instanceof Timestamp) return timestampText(value)
  if (value instanceof Duration) return durationText(value)
  if (value instanceof OptionalValue) return value.value === undefined ? null : jsonOf(value.value)
  return value
}

function jsonObjectOf(entries: readonly (readonly [string, Value | undefined])[]): object {
  const made = {}
  for (const [name, value] of entries) if (value !== undefined) setOwn(made, name, jsonOf(value))
  return made
}
