import { NumberLiteral } from '../json/json-document.js'
import { presentKeys, setOwn } from '../json/json-value.js'

/**
 * A JSON object while it is patched. Values are those of `JSONValue`, and {@link NumberLiteral} for numbers that Go holds
 * as a float64 without a fraction, or writes back unchanged. `undefined` members count as absent.
 */
export type JSONMap = Record<string, unknown>

/** Go's type for a value. */
export type ValueKind = 'nil' | 'bool' | 'string' | 'int64' | 'float64' | 'slice' | 'map'

/** Reports whether a value is a JSON object. */
export function isMap(value: unknown): value is JSONMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberLiteral)
}

/** An own member; undefined if there is none. */
export function own(map: JSONMap, key: string): unknown {
  // Most lookups miss, and this is the faster way to find that out.
  const value = map[key]
  return value !== undefined && Object.hasOwn(map, key) ? value : undefined
}

/** The kind of a JSON value. */
export function valueKind(value: unknown): ValueKind {
  switch (typeof value) {
    case 'string':
      return 'string'
    case 'number':
      return Number.isSafeInteger(value) ? 'int64' : 'float64'
    case 'boolean':
      return 'bool'
    case 'bigint':
      return 'int64'
    default:
      if (value === null || value === undefined) return 'nil'
      return Array.isArray(value) ? 'slice' : value instanceof NumberLiteral ? 'float64' : 'map'
  }
}

/** A plain copy of the first level. */
export function shallowCopy(map: JSONMap): JSONMap {
  return { ...map }
}

/** An object of the class of `like` with the members of `map`. */
export function withPrototypeOf(like: object, map: JSONMap): JSONMap {
  const prototype: object | null = Object.getPrototypeOf(like)
  if (prototype === Object.prototype || prototype === null) return map
  const result: JSONMap = Object.create(prototype)
  for (const key of Object.keys(map)) setOwn(result, key, map[key])
  return result
}

/** Reports whether two JSON values are equal, with members in any order. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false
    for (let i = 0; i < a.length; i++) if (!sameValue(a[i], b[i])) return false
    return true
  }
  return isMap(a) && isMap(b) && sameMap(a, b)
}

function sameMap(a: JSONMap, b: JSONMap): boolean {
  const keys = presentKeys(a)
  if (presentKeys(b).length !== keys.length) return false
  for (const key of keys) {
    const other = own(b, key)
    if (other === undefined || !sameValue(a[key], other)) return false
  }
  return true
}
