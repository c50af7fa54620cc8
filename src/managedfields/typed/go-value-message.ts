import { compareStrings } from '../../internal/compare-strings.js'
import { numberText } from '../../internal/number-text.js'
import { quote } from '../../internal/quote.js'
import { type JSONValue, presentKeys } from '../../json/json-value.js'
import { goTypeName, goValueText } from '../../runtime/objects/go-value-text.js'

/** Deepest level that is written; a message needs no more. */
const deepest = 32

/** The Go type of a value, as in `got string`. */
export function typeMessage(value: JSONValue): string {
  return goTypeName(value)
}

/** A value as Go's merge library prints it with `%v`. */
export function plainMessage(value: JSONValue): string {
  return `&{${goValueText(value)}}`
}

/** A value as Go's merge library prints it with `%#v`. */
export function goSyntaxMessage(value: JSONValue): string {
  return `&value.valueUnstructured{Value:${goSyntax(value, 0)}}`
}

function goSyntax(value: JSONValue, depth: number): string {
  if (value === null) return 'interface {}(nil)'
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'number') return numberText(value)
  if (typeof value !== 'object') return String(value)
  if (depth >= deepest) return '…'
  if (Array.isArray(value)) return `[]interface {}{${value.map((each) => goSyntax(each, depth + 1)).join(', ')}}`
  const members = presentKeys(value)
    .sort(compareStrings)
    .map((key) => `${quote(key)}:${goSyntax(value[key]!, depth + 1)}`)
  return `map[string]interface {}{${members.join(', ')}}`
}
