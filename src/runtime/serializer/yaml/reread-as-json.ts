import { compareStrings } from '../../../internal/compare-strings.js'
import type { JSONObject, JSONValue } from '../../../json/json-value.js'

/** How deep a value is looked at. */
const deepest = 500
/** Placeholder for a value that may differ when it is parsed again from text. */
const doubtful: unique symbol = Symbol('doubtful')

/**
 * The value that results when `value` is written as JSON, keys sorted, and parsed again; computed without the text, reusing
 * parts of `value`. `undefined` for values that may change otherwise, such as large and unusual numbers and text that is
 * not well-formed, and for too deep nesting.
 */
export function rereadAsJSON(value: JSONValue): JSONValue | undefined {
  const read = reread(value, deepest)
  return read === doubtful ? undefined : read
}

function reread(value: JSONValue, depth: number): JSONValue | typeof doubtful {
  switch (typeof value) {
    case 'string':
      return isOrdinary(value) ? value : doubtful
    case 'number':
      return Math.abs(value) <= Number.MAX_SAFE_INTEGER && !Object.is(value, -0) ? value : doubtful
    case 'boolean':
      return value
    case 'object':
      if (value === null) return value
      if (depth === 0) return doubtful
      return Array.isArray(value) ? rereadList(value, depth) : rereadObject(value, depth)
    default:
      return doubtful
  }
}

function isOrdinary(text: string): boolean {
  return !/[\ud800-\udfff]/.test(text)
}

function rereadList(list: JSONValue[], depth: number): JSONValue[] | typeof doubtful {
  for (let i = 0; i < list.length; i++) {
    const item = list[i] as JSONValue
    const read = reread(item, depth - 1)
    if (read === doubtful) return doubtful
    if (read !== item) list[i] = read
  }
  return list
}

function rereadObject(object: JSONObject, depth: number): JSONObject | typeof doubtful {
  const keys = Object.keys(object)
  let sorted = true
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!
    if (key === '__proto__' || !isOrdinary(key)) return doubtful
    if (i > 0 && sorted) sorted = compareStrings(keys[i - 1]!, key) < 0
    const member = object[key] as JSONValue
    const read = reread(member, depth - 1)
    if (read === doubtful) return doubtful
    if (read !== member) object[key] = read
  }
  return sorted ? object : inOrder(object, keys.sort(compareStrings))
}

function inOrder(object: JSONObject, keys: readonly string[]): JSONObject {
  const sorted: JSONObject = {}
  for (const key of keys) sorted[key] = object[key]!
  return sorted
}
