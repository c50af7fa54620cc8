import { compareStrings } from '../internal/compare-strings.js'
import { floatText } from '../internal/float-text.js'
import { apiInteger } from './api-integer.js'

/** Deepest level that is written; a message needs no more. */
const deepest = 32

/** The Go type that holds a JSON value in an unstructured object, as Go's verb `%T` prints it. */
export function goTypeName(value: unknown): string {
  if (value === null || value === undefined) return '<nil>'
  if (Array.isArray(value)) return '[]interface {}'
  if (typeof value === 'number') return apiInteger(value) === undefined ? 'float64' : 'int64'
  if (typeof value === 'bigint') return 'int64'
  if (typeof value === 'boolean') return 'bool'
  return typeof value === 'string' ? 'string' : 'map[string]interface {}'
}

/** A JSON value as Go's verb `%v` prints it: `map[a:1 b:[x y]]`. */
export function goValueText(value: unknown, depth = 0): string {
  if (value === null || value === undefined) return '<nil>'
  if (typeof value === 'number') return apiInteger(value) === undefined ? floatText(value) : String(value)
  if (typeof value !== 'object') return String(value)
  if (depth >= deepest) return '…'
  if (Array.isArray(value)) return `[${value.map((each) => goValueText(each, depth + 1)).join(' ')}]`
  const keys = Object.keys(value).sort(compareStrings)
  const entries = keys.map((key) => `${key}:${goValueText((value as Record<string, unknown>)[key], depth + 1)}`)
  return `map[${entries.join(' ')}]`
}
