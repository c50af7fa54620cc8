import { decodeText } from './decode-text.js'
import { documentValue } from './document-value.js'
import { exactValue } from './exact-value.js'
import type { JSONValue } from './json-value.js'
import { exceedsNesting } from './nesting.js'
import type { NumberRule } from './number-value.js'
import { parseDocument } from './parse-document.js'
import { replaceSurrogates } from './replace-surrogates.js'

/** How {@link parseJSON} reads. */
export interface ParseJSONOptions {
  /** What becomes of integers beyond int64; see {@link NumberRule}. Default `exact`. */
  readonly numbers?: NumberRule
}

/**
 * Reads JSON text exactly: integers outside ±(2^53−1) become `bigint`, `__proto__` is a key like any other, and of
 * duplicate keys the last one wins. Takes what Go's `encoding/json` takes; costs what `JSON.parse` costs unless the text
 * holds numbers that `JSON.parse` would round. With numbers `go`, escapes of surrogates that are no pair are U+FFFD, too.
 *
 * @throws JSONSyntaxError with Go's message and the position.
 * @throws MachineryError `NumberOutOfRange` for a number that no float64 can hold, `InvalidUTF8` for broken bytes.
 */
export function parseJSON(text: string | Uint8Array, options: ParseJSONOptions = {}): JSONValue {
  const { numbers } = options
  const given = typeof text === 'string' ? text : decodeText(text)
  const source = numbers === 'go' ? replaceSurrogates(given) : given
  const quick = parseQuickly(source)
  if (quick === undefined) return documentValue(parseDocument(source), numbers)
  const value = exactValue(source, quick, numbers)
  // What was parsed again is held to Go's limit; JSON.parse alone has none.
  if (value !== quick && exceedsNesting(value)) parseDocument(source)
  return value
}

/** What `JSON.parse` says, rounded numbers included. Undefined for text that is not JSON. */
export function parseQuickly(text: string): JSONValue | undefined {
  try {
    return JSON.parse(text) as JSONValue
  } catch {
    return undefined
  }
}
