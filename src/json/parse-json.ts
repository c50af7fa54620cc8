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
  /** How integers beyond int64 are read; see {@link NumberRule}. Default `exact`. */
  readonly numbers?: NumberRule
}

/**
 * Parses JSON text exactly: integers outside ±(2^53−1) become `bigint`, `__proto__` is a key like any other, and the last
 * one of duplicate keys wins. Accepts what Go's `encoding/json` accepts; costs as much as `JSON.parse`, unless the text has
 * numbers that `JSON.parse` would round. With numbers `go`, escapes of unpaired surrogates are read as U+FFFD, too.
 *
 * @throws JSONSyntaxError with Go's message and the position.
 * @throws MachineryError `NumberOutOfRange` for a number beyond float64, `InvalidUTF8` for invalid bytes.
 */
export function parseJSON(text: string | Uint8Array, options: ParseJSONOptions = {}): JSONValue {
  const { numbers } = options
  const given = typeof text === 'string' ? text : decodeText(text)
  const source = numbers === 'go' ? replaceSurrogates(given) : given
  const quick = parseQuickly(source)
  if (quick === undefined) return documentValue(parseDocument(source), numbers)
  const value = exactValue(source, quick, numbers)
  // Go's limit applies to text that was parsed again; JSON.parse alone has none.
  if (value !== quick && exceedsNesting(value)) parseDocument(source)
  return value
}

/** The result of `JSON.parse`, including rounded numbers. Undefined for text that is not JSON. */
export function parseQuickly(text: string): JSONValue | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
