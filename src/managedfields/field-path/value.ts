import { guardDepth } from '../../descriptor/guard-depth.js'
import { compareStrings } from '../../internal/compare-strings.js'
import { numberText } from '../../internal/number-text.js'
import { quote } from '../../internal/quote.js'
import { type JSONObject, type JSONValue, presentKeys } from '../../json/json-value.js'

/** Reports whether a value is a string, a number or a boolean. `null` is none of them. */
export function isScalar(value: JSONValue | undefined): value is string | number | bigint | boolean {
  return value !== undefined && typeof value !== 'object'
}

/** The own value of a key; `undefined` when absent. */
export function memberOf(map: JSONObject, key: string): JSONValue | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined
}

/** Reports whether an object has no member. */
export function isEmptyMap(map: JSONObject): boolean {
  for (const key in map) if (map[key] !== undefined && Object.hasOwn(map, key)) return false
  return true
}

/**
 * Reports whether two values are the same; the order of object members does not count, `1` equals `1n`.
 *
 * @throws MachineryError `TooDeep` for values nested deeper than the stack allows.
 */
export function equalValues(a: JSONValue, b: JSONValue): boolean {
  if (a === b) return true
  return isScalar(a) && isScalar(b) ? equal(a, b) : guardDepth(() => equal(a, b))
}

function equal(a: JSONValue, b: JSONValue): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object') {
    const numbers = isNumber(a) && isNumber(b)
    // biome-ignore lint/suspicious/noDoubleEquals: compares a number with a bigint by value
    return numbers && a == b
  }
  if (a === null || b === null) return false
  if (Array.isArray(a)) return Array.isArray(b) && equalLists(a, b)
  return !Array.isArray(b) && equalMaps(a, b)
}

function isNumber(value: JSONValue): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint'
}

function equalLists(a: JSONValue[], b: JSONValue[]): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) {
    if (!equal(a[i]!, b[i]!)) return false
  }
  return true
}

function equalMaps(a: JSONObject, b: JSONObject): boolean {
  const keys = presentKeys(a)
  if (keys.length !== presentKeys(b).length) return false
  for (const key of keys) {
    if (!equal(a[key]!, memberOf(b, key) as JSONValue)) return false
  }
  return true
}

/** Orders values of different kinds: numbers, strings, booleans, lists, maps, null. */
function rankOf(value: JSONValue): number {
  if (value === null) return 5
  switch (typeof value) {
    case 'number':
    case 'bigint':
      return 0
    case 'string':
      return 1
    case 'boolean':
      return 2
    default:
      return Array.isArray(value) ? 3 : 4
  }
}

/**
 * Orders two values as Go does: numbers before strings, booleans, lists, maps and null; lists and maps by their members.
 *
 * @returns a negative number, 0 or a positive number.
 * @throws MachineryError `TooDeep` for values nested deeper than the stack allows.
 */
export function compareValues(a: JSONValue, b: JSONValue): number {
  return isScalar(a) && isScalar(b) ? compare(a, b) : guardDepth(() => compare(a, b))
}

function compare(a: JSONValue, b: JSONValue): number {
  const rank = rankOf(a)
  if (rank !== rankOf(b)) return rank - rankOf(b)
  switch (rank) {
    case 1:
      return compareStrings(a as string, b as string)
    case 3:
      return compareLists(a as JSONValue[], b as JSONValue[])
    case 4:
      return compareMaps(a as JSONObject, b as JSONObject)
    case 5:
      return 0
    default:
      return (a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0
  }
}

function compareLists(a: JSONValue[], b: JSONValue[]): number {
  const shared = Math.min(a.length, b.length)
  for (let i = 0; i < shared; i++) {
    const order = compare(a[i]!, b[i]!)
    if (order !== 0) return order
  }
  return a.length - b.length
}

function compareMaps(a: JSONObject, b: JSONObject): number {
  const left = presentKeys(a).sort(compareStrings)
  const right = presentKeys(b).sort(compareStrings)
  const shared = Math.min(left.length, right.length)
  for (let i = 0; i < shared; i++) {
    const [x, y] = [left[i]!, right[i]!]
    const order = compareStrings(x, y) || compare(a[x]!, b[y]!)
    if (order !== 0) return order
  }
  return left.length - right.length
}

/** A value as paths show it: strings quoted, lists in brackets. @throws MachineryError `TooDeep`. */
export function valueText(value: JSONValue): string {
  return isScalar(value) ? writeText(value) : guardDepth(() => writeText(value))
}

function writeText(value: JSONValue): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'number') return numberText(value)
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return `[${value.map(writeText).join(',')}]`
  return presentKeys(value)
    .sort(compareStrings)
    .map((key) => `${key}=${writeText(value[key]!)}`)
    .join('')
}
