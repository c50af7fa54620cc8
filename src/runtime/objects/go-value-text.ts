import { compareStrings } from '../../internal/compare-strings.js'
import { numberText } from '../../internal/number-text.js'
import { apiInteger } from './api-integer.js'

/** Deepest level that is written; a message needs no more. */
const deepest = 32

/** The approximate number of values that are written: a value that contains itself repeatedly has infinitely many. */
const mostValues = 100_000

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
export function goValueText(value: unknown): string {
  return valueText(value, { depth: 0, budget: { left: mostValues } })
}

/** Position of a value, and how many more may be written in all positions together. */
interface Place {
  readonly depth: number
  readonly budget: { left: number }
}

function valueText(value: unknown, { depth, budget }: Place): string {
  if (value === null || value === undefined) return '<nil>'
  if (typeof value === 'number') return numberText(value)
  if (typeof value !== 'object') return String(value)
  if (depth >= deepest || budget.left <= 0) return '…'
  const below = { depth: depth + 1, budget }
  if (Array.isArray(value)) {
    budget.left -= value.length
    return `[${value.map((each) => valueText(each, below)).join(' ')}]`
  }
  const keys = Object.keys(value).sort(compareStrings)
  budget.left -= keys.length
  return `map[${keys.map((key) => `${key}:${valueText((value as Record<string, unknown>)[key], below)}`).join(' ')}]`
}
