import { compareStrings } from '../internal/compare-strings.js'
import { floatText } from '../internal/float-text.js'
import { numberText } from '../internal/number-text.js'
import { NumberLiteral } from '../json/json-document.js'
import { presentKeys } from '../json/json-value.js'
import { type JSONMap, type ValueKind, valueKind } from './json-map.js'

const typeNames: Readonly<Record<ValueKind, string>> = {
  nil: '%!s(<nil>)',
  bool: 'bool',
  string: 'string',
  int64: 'int64',
  float64: 'float64',
  slice: '[]interface {}',
  map: 'map[string]interface {}',
}

/** The Go type of a value, as Go's verb `%s` prints a `reflect.Type`. */
export function goTypeText(value: unknown): string {
  return typeNames[valueKind(value)]
}

const jsonNames: Readonly<Record<ValueKind, string>> = {
  nil: 'null',
  bool: 'bool',
  string: 'string',
  int64: 'number',
  float64: 'number',
  slice: 'array',
  map: 'object',
}

/** The name in messages of Go's decoder for a value of the wrong type. */
export function jsonTypeText(value: unknown): string {
  return jsonNames[valueKind(value)]
}

/** A value as Go's verb `%v` prints it: `map[a:1 b:[x y]]`. */
export function goText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return numberText(value)
  if (value === null || value === undefined) return '<nil>'
  if (typeof value !== 'object') return String(value)
  return value instanceof NumberLiteral ? floatText(Number(value.text)) : containerText(value, goText)
}

/** A value as Go's verb `%s` prints it, which complains about everything but strings. */
export function goStringText(value: unknown): string {
  const kind = valueKind(value)
  if (kind === 'nil') return '%!s(<nil>)'
  if (kind === 'string') return value as string
  return kind === 'map' || kind === 'slice'
    ? containerText(value as object, goStringText)
    : `%!s(${kind}=${goText(value)})`
}

function containerText(value: object, text: (value: unknown) => string): string {
  if (Array.isArray(value)) return `[${value.map(text).join(' ')}]`
  const map = value as JSONMap
  const members = presentKeys(map)
    .sort(compareStrings)
    .map((key) => `${key}:${text(map[key])}`)
  return `map[${members.join(' ')}]`
}
