import type { JSONValue } from '../../json/json-value.js'
import { stringifyJSON } from '../../json/stringify-json.js'

/** Characters that Go's writer of field sets escapes in long form where other writers have a short escape. */
const shortEscapes = /\\(?:u....|.)/g
/** Negative exponents of one digit, which Go's writer of field sets writes with two; strings are matched to pass over them. */
const shortExponents = /"(?:[^"\\]|\\.)*"|e-([0-9])(?![0-9])/g

/** Quotes a string as Go's writer of field sets does: nothing is escaped that JSON does not require. */
export function quotePlain(text: string): string {
  return longEscapes(JSON.stringify(text))
}

/** Writes a value as Go's writer of field sets does: compact, keys sorted, `<`, `>` and `&` escaped. */
export function writeValue(value: JSONValue): string {
  const json = longEscapes(stringifyJSON(value))
  if (!json.includes('e-')) return json
  return json.replace(shortExponents, (text, digit: string | undefined) => (digit === undefined ? text : `e-0${digit}`))
}

function longEscapes(json: string): string {
  return json.includes('\\') ? json.replace(shortEscapes, longEscape) : json
}

/** `\b` and `\f` have no short form there; lone surrogates, which Go cannot hold, become U+FFFD. */
function longEscape(sequence: string): string {
  if (sequence === '\\b') return '\\u0008'
  if (sequence === '\\f') return '\\u000c'
  return /\\ud[89a-f]/.test(sequence) ? '\ufffd' : sequence
}
