import { numberText } from '../internal/number-text.js'
import { quote } from '../internal/quote.js'
import type { JSONValue } from '../json/json-value.js'
import { stringifyJSON } from '../json/stringify-json.js'

/** Writes a value into a message: text quoted as in Go, numbers and booleans plain, everything else as JSON. */
export function formatValue(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return quote(value)
    case 'number':
      return numberText(value)
    case 'object':
      return value === null ? 'null' : formatObject(value)
    case 'undefined':
      return 'null'
    default:
      return String(value)
  }
}

function formatObject(value: object): string {
  const json = 'toJSON' in value && typeof value.toJSON === 'function' ? (value.toJSON() as unknown) : value
  if (typeof json === 'string') return quote(json)
  try {
    return stringifyJSON(json as JSONValue)
  } catch {
    // Values that JSON has no form for, such as NaN, must not hide the error they are part of.
    return String(value)
  }
}
