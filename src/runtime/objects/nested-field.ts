import { deepCopy } from '../../descriptor/deep-copy.js'
import type { JSONObject, JSONValue } from '../../descriptor/types.js'
import { MachineryError } from '../../errors/machinery-error.js'
import { quote } from '../../internal/quote.js'
import { isJSONObject } from '../../json/json-value.js'
import { apiInteger } from './api-integer.js'
import { goTypeName, goValueText } from './go-value-text.js'

/**
 * The value at a path of keys, not copied; `undefined` if a key is absent or its parent is `null`. Paths cannot lead into
 * lists.
 *
 * @throws {@link MachineryError} `NestedField` if a value on the path is not an object.
 */
export function nestedFieldNoCopy(object: object, ...fields: string[]): JSONValue | undefined {
  let value: unknown = object
  for (const [index, field] of fields.entries()) {
    if (value === null || value === undefined) return undefined
    if (!isJSONObject(value)) throw wrongType(fields.slice(0, index + 1), value, 'map[string]interface{}')
    if (!Object.hasOwn(value, field)) return undefined
    value = value[field]
  }
  return value as JSONValue | undefined
}

/** As {@link nestedFieldNoCopy}, with a deep copy of the value. */
export function nestedFieldCopy(object: object, ...fields: string[]): JSONValue | undefined {
  const value = nestedFieldNoCopy(object, ...fields)
  return value === undefined ? undefined : deepCopy(value)
}

/** The string at a path; `undefined` if absent. @throws {@link MachineryError} `NestedField` if it is not a string. */
export function nestedString(object: object, ...fields: string[]): string | undefined {
  const value = nestedFieldNoCopy(object, ...fields)
  if (value === undefined || typeof value === 'string') return value
  throw wrongType(fields, value, 'string')
}

/** The boolean at a path; `undefined` when absent. @throws {@link MachineryError} `NestedField` when it is none. */
export function nestedBool(object: object, ...fields: string[]): boolean | undefined {
  const value = nestedFieldNoCopy(object, ...fields)
  if (value === undefined || typeof value === 'boolean') return value
  throw wrongType(fields, value, 'bool')
}

/**
 * The int64 at a path, a `bigint` outside ±(2^53−1); `undefined` if absent.
 *
 * @throws {@link MachineryError} `NestedField` if it is not an integer in the range of int64.
 */
export function nestedInt64(object: object, ...fields: string[]): number | bigint | undefined {
  const value = nestedFieldNoCopy(object, ...fields)
  if (value === undefined) return undefined
  const integer = apiInteger(value)
  if (integer !== undefined) return integer
  throw wrongType(fields, value, 'int64')
}

/**
 * The number at a path; `undefined` if absent. JavaScript does not distinguish `1` from `1.0`, so an integer is also a
 * float.
 *
 * @throws {@link MachineryError} `NestedField` if it is not a `number`.
 */
export function nestedFloat64(object: object, ...fields: string[]): number | undefined {
  const value = nestedFieldNoCopy(object, ...fields)
  if (value === undefined || typeof value === 'number') return value
  throw wrongType(fields, value, 'float64')
}

/**
 * The number at a path; integers are converted if they are exact; `undefined` if absent.
 *
 * @throws {@link MachineryError} `NestedField` if it is not a number, or an int64 that a float64 cannot hold exactly.
 */
export function nestedNumberAsFloat64(object: object, ...fields: string[]): number | undefined {
  const value = nestedFieldNoCopy(object, ...fields)
  if (value === undefined || typeof value === 'number') return value
  if (typeof value !== 'bigint') throw wrongType(fields, value, 'float64 or int64')
  if (BigInt(Number(value)) === value) return Number(value)
  throw failure(fields, `accessor error: int64 value ${value} cannot be losslessly converted to float64`)
}

/** A copy of the list of strings at a path; `undefined` when absent. @throws {@link MachineryError} `NestedField`. */
export function nestedStringSlice(object: object, ...fields: string[]): string[] | undefined {
  const value = nestedFieldNoCopy(object, ...fields)
  if (value === undefined) return undefined
  if (!Array.isArray(value)) throw wrongType(fields, value, '[]interface{}')
  return value.map((item) => {
    if (typeof item === 'string') return item
    throw wrongType(fields, item, 'string', 'contains non-string key in the slice: ')
  })
}

/** A deep copy of the list at a path; `undefined` when absent. @throws {@link MachineryError} `NestedField`. */
export function nestedSlice(object: object, ...fields: string[]): JSONValue[] | undefined {
  const value = nestedFieldNoCopy(object, ...fields)
  if (value === undefined) return undefined
  if (!Array.isArray(value)) throw wrongType(fields, value, '[]interface{}')
  return deepCopy(value)
}

/** A deep copy of the object at a path; `undefined` when absent. @throws {@link MachineryError} `NestedField`. */
export function nestedMap(object: object, ...fields: string[]): JSONObject | undefined {
  const value = nestedMapNoCopy(object, fields)
  return value === undefined ? undefined : deepCopy(value)
}

/** A copy of the map of strings at a path; `undefined` when absent. @throws {@link MachineryError} `NestedField`. */
export function nestedStringMap(object: object, ...fields: string[]): Record<string, string> | undefined {
  const value = nestedMapNoCopy(object, fields)
  return value === undefined ? undefined : stringMap(value, fields, { coerceNull: false })
}

/**
 * As {@link nestedStringMap}, reading as JSON decoding does: `null` for the map is `null`, and `null` for a value is `""`.
 *
 * @throws {@link MachineryError} `NestedField`.
 */
export function nestedNullCoercingStringMap(
  object: object,
  ...fields: string[]
): Record<string, string> | null | undefined {
  if (nestedFieldNoCopy(object, ...fields) === null) return null
  const value = nestedMapNoCopy(object, fields)
  return value === undefined ? undefined : stringMap(value, fields, { coerceNull: true })
}

/** Go's notation of a path of keys: `.spec.image`. */
export function fieldsText(fields: readonly string[]): string {
  return `.${fields.join('.')}`
}

function nestedMapNoCopy(object: object, fields: readonly string[]): JSONObject | undefined {
  const value = nestedFieldNoCopy(object, ...fields)
  if (value === undefined || isJSONObject(value)) return value
  throw wrongType(fields, value, 'map[string]interface{}')
}

function stringMap(
  value: JSONObject,
  fields: readonly string[],
  { coerceNull }: { readonly coerceNull: boolean },
): Record<string, string> {
  const entries = Object.keys(value).map((key): [string, string] => {
    const item = value[key] as JSONValue
    if (typeof item === 'string') return [key, item]
    if (item === null && coerceNull) return [key, '']
    throw wrongType(fields, item, 'string', `contains non-string value in the map under key ${quote(key)}: `)
  })
  return Object.fromEntries(entries)
}

function wrongType(fields: readonly string[], value: unknown, ...[expected, where = '']: string[]): MachineryError {
  const text = `accessor error: ${where}${goValueText(value)} is of the type ${goTypeName(value)}, expected ${expected}`
  return failure(fields, text)
}

function failure(fields: readonly string[], message: string): MachineryError {
  return new MachineryError('NestedField', `${fieldsText(fields)} ${message}`, { path: fields.join('.') })
}
