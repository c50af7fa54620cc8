import type { JSONObject, JSONValue } from '../../../descriptor/types.js'
import { floatText } from '../../../internal/float-text.js'
import { maxInt64 } from '../../../internal/int64.js'
import { quote } from '../../../internal/quote.js'

function objectSyntax(object: JSONObject): string {
  const entries = Object.keys(object)
    .sort()
    .map((key) => `${quote(key)}:${nestedSyntax(object[key]!)}`)
  return `map[interface {}]interface {}{${entries.join(', ')}}`
}

function nestedSyntax(value: JSONValue): string {
  return value === null ? 'interface {}(nil)' : goSyntax(value)
}

/** Prints a value as Go's verb `%#v` prints what its YAML reader holds; error messages quote it. */
export function goSyntax(value: JSONValue): string {
  switch (typeof value) {
    case 'string':
      return quote(value)
    case 'number':
      return Number.isInteger(value) && Math.abs(value) < 1e21 ? String(value) : floatText(value)
    case 'bigint':
      return value > maxInt64 ? `0x${value.toString(16)}` : value.toString()
    case 'boolean':
      return String(value)
    default:
      if (value === null) return '<nil>'
      return Array.isArray(value) ? `[]interface {}{${value.map(nestedSyntax).join(', ')}}` : objectSyntax(value)
  }
}
