import { maxInt64, minInt64 } from '../../internal/int64.js'
import { type JSONValue, presentKeys } from '../../json/json-value.js'
import { stringifyJSON } from '../../json/stringify-json.js'

const epsilon = 1e-9

/** Go's JSON reader makes an int64 of it, not a float. */
export function isInt64(value: number | bigint): boolean {
  if (typeof value === 'bigint') return value >= minInt64 && value <= maxInt64
  return Number.isSafeInteger(value)
}

/** An int64, or a float so near to an integer that Go treats it as one. */
export function isIntegral(value: number | bigint): boolean {
  return isInt64(value) || isJSONInteger(Number(value))
}

/** Go's test whether a float is an integer, which tolerates a small relative error. */
export function isJSONInteger(value: number): boolean {
  if (!Number.isFinite(value) || Math.abs(value) > 2 ** 53 - 1) return false
  if (Number.isInteger(value)) return true
  const whole = value < 0 ? 0 : Math.trunc(value)
  if (whole === 0) return false
  return Math.abs(value - whole) / (Math.abs(value) + whole) < epsilon
}

/** Reports whether a text has as many characters (code points) as allowed. */
export function lengthWithin(text: string, min: number | undefined, max: number | undefined): boolean {
  const units = text.length
  // A character takes one or two units: most texts need not be counted.
  if ((max === undefined || units <= max) && (min === undefined || units >= min * 2)) return true
  const length = characters(text)
  return (max === undefined || length <= max) && (min === undefined || length >= min)
}

/** The number of code points. */
export function characters(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) i++
    count++
  }
  return count
}

/** Reports whether an enumeration has a value. As in Go, a fraction is cut off when the enumeration has integers. */
export function enumHolds(allowed: readonly JSONValue[], value: JSONValue): boolean {
  if (typeof value === 'string')
    return allowed.length <= fewValues ? allowed.includes(value) : sortedEnum(allowed).texts.has(value)
  for (const each of allowed.length <= fewValues ? allowed : sortedEnum(allowed).others) {
    if (each === value || (typeof each !== 'string' && enumMatches(each, value))) return true
  }
  return false
}

/** As many values are looked at one after another. */
const fewValues = 8

interface SortedEnum {
  readonly texts: ReadonlySet<JSONValue>
  readonly others: readonly JSONValue[]
}

const sortedEnums = /* @__PURE__ */ new WeakMap<readonly JSONValue[], SortedEnum>()

/** The values of an enumeration by kind: a long list may have to be compared with each. */
function sortedEnum(allowed: readonly JSONValue[]): SortedEnum {
  let sorted = sortedEnums.get(allowed)
  if (sorted === undefined) {
    const others = allowed.filter((each) => typeof each !== 'string')
    sorted = { texts: new Set(allowed.filter((each) => typeof each === 'string')), others }
    sortedEnums.set(allowed, sorted)
  }
  return sorted
}

function enumMatches(allowed: JSONValue, value: JSONValue): boolean {
  if (!isNumeric(allowed)) return equalJSON(allowed, value)
  if (!isNumeric(value)) return false
  if (typeof value === 'number' && isInt64(allowed)) return Math.trunc(value) === Number(allowed)
  return Number(allowed) === Number(value)
}

/** Compares JSON values; the order of properties does not matter. */
export function equalJSON(a: JSONValue | undefined, b: JSONValue | undefined): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    return isNumeric(a) && isNumeric(b) && String(a) === String(b)
  }
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => equalJSON(item, b[i]))
  }
  if (Array.isArray(b)) return false
  const names = presentKeys(a)
  return (
    names.length === presentKeys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && equalJSON(a[name], b[name]))
  )
}

function isNumeric(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint'
}

/** Reports whether a list holds two equal values. */
export function hasDuplicates(list: readonly JSONValue[]): boolean {
  return new Set(list.map((item) => stringifyJSON(item))).size < list.length
}
