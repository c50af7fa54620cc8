import type { JSONValue, ScalarKind } from '../../descriptor/types.js'
import { parseJSON } from '../../json/parse-json.js'
import { hasRememberedText, rememberedText } from '../../json/raw-text.js'
import { stringifyJSON } from '../../json/stringify-json.js'

/**
 * Text that JSON.stringify might not write again as it stands: white space, escapes, numbers in an unusual notation, keys
 * that JavaScript orders by number.
 */
const unusual = /[\s\u2028\u2029\ud800-\udfff]|\\[u/]|[:,[]-?\d[\d.]*[.eE]|[:,[]-0|\d{16}|"\d+":/

/** What may be unusual in text that a server made of nested empty objects. */
const unusualInFields = [' ', '\n', '\\u']

let texts: WeakMap<object, string> | undefined

/**
 * Reads the JSON text that a `RawExtension`, `FieldsV1` or `JSON` carries. Protobuf carries the text itself, white space
 * and all: where the value alone would not give it back, the text is remembered with the value.
 *
 * @throws JSONSyntaxError.
 */
export function readRawJSON(text: string, kind: ScalarKind): JSONValue {
  const value = parseJSON(text)
  const suspect = kind === 'fieldsV1' ? unusualInFields.some((part) => text.includes(part)) : unusual.test(text)
  if (suspect && typeof value === 'object' && value !== null && writeValue(value) !== text) {
    rememberRawJSON(value, text)
  }
  return value
}

/** Remembers the text that Go would hold for a value that did not come as JSON text. */
export function rememberRawJSON(value: object, text: string): void {
  texts ??= new WeakMap()
  texts.set(value, text)
}

/** Reports whether the text that `value` was read from is known. */
export function isRemembered(value: JSONValue): boolean {
  return typeof value === 'object' && value !== null && (texts?.has(value) === true || hasRememberedText(value))
}

/** Writes the text that was read, as long as it still says what the value says, or else compact JSON. */
export function writeRawJSON(value: JSONValue): string {
  const written = writeValue(value)
  if (typeof value !== 'object' || value === null) return written
  const text = texts?.get(value)
  if (text === undefined) return rememberedText(value) ?? written
  return writeValue(parseJSON(text)) === written ? text : written
}

/** Compact JSON, members in their order, only those characters escaped that JSON wants escaped. */
function writeValue(value: JSONValue): string {
  try {
    return JSON.stringify(value)
  } catch {
    // A bigint, nesting too deep for the stack, or a cycle, which the exact writer does not survive either.
    return stringifyJSON(value, { keys: 'kept' })
  }
}
