import type { JSONObject, JSONValue } from './json-value.js'
import { parseJSON } from './parse-json.js'
import { escapeHTML } from './quote-json.js'
import { sourceTexts } from './source-texts.js'
import { stringEnd } from './string-end.js'
import { stringifyJSON } from './stringify-json.js'

/** The text from which raw JSON was read, if it is remembered and matches the value. */
export function rememberedText(value: object): string | undefined {
  const text = sourceTexts.get(value)
  const isWhole = text !== undefined && text !== 'null' && text !== 'undefined'
  return isWhole && plainText(parseJSON(text)) === plainText(value as JSONValue) ? text : undefined
}

/**
 * The text of raw JSON as Go holds it: the text that was read, as long as it matches the value, otherwise compact JSON.
 */
export function rawText(value: JSONValue): string {
  const text = typeof value === 'object' && value !== null ? rememberedText(value) : undefined
  return text ?? plainText(value)
}

/**
 * Compact JSON, members in their order: as `JSON.stringify` writes it, or as Go does where it cannot (a bigint, deep nesting).
 */
export function plainText(value: JSONValue): string {
  try {
    return JSON.stringify(value)
  } catch {
    // The exact writer refuses a cycle, too.
    return stringifyJSON(value, { keys: 'kept' })
  }
}

/**
 * Raw JSON as Go marshals it from a value: members sorted, numbers in its notation, HTML
 * characters escaped in the text. The value forgets what it was read from.
 */
export function marshalledRaw(value: JSONObject): JSONObject {
  const text = stringifyJSON(value)
  sourceTexts.delete(value)
  if (text === plainText(value)) return value
  const sorted = parseJSON(text) as JSONObject
  if (text !== plainText(sorted)) sourceTexts.set(sorted, text)
  return sorted
}

const blanksOrQuote = /\s+|"/g

/** Valid JSON text without white space, otherwise unchanged. */
export function withoutBlanks(text: string): string {
  let out = ''
  let done = 0
  blanksOrQuote.lastIndex = 0
  for (let match = blanksOrQuote.exec(text); match !== null; match = blanksOrQuote.exec(text)) {
    if (match[0] === '"') {
      blanksOrQuote.lastIndex = stringEnd(text, match.index)
      continue
    }
    out += text.slice(done, match.index)
    done = blanksOrQuote.lastIndex
  }
  return out + text.slice(done)
}

/** As {@link withoutBlanks}, with Go's escapes for `<`, `>`, `&`, U+2028 and U+2029. */
export function compactText(text: string): string {
  return escapeHTML(withoutBlanks(text))
}
