import type { JSONValue } from '../../json/json-value.js'
import { parseJSON } from '../../json/parse-json.js'
import { plainText } from '../../json/raw-text.js'
import { sourceTexts } from '../../json/source-texts.js'

/**
 * Reads the JSON text in a `RawExtension`, `FieldsV1` or `JSON`. Protobuf carries the text itself, including white space:
 * if the value alone would not reproduce it, the text is remembered with the value.
 *
 * @throws JSONSyntaxError.
 */
export function readRawJSON(text: string): JSONValue {
  const value = parseJSON(text)
  if (typeof value === 'object' && value !== null && plainText(value) !== text) sourceTexts.set(value, text)
  return value
}

/** Reports whether the text that `value` was read from is known. */
export function isRemembered(value: JSONValue): boolean {
  return typeof value === 'object' && value !== null && sourceTexts.has(value)
}
