import { decodeText } from './decode-text.js'
import { documentValue } from './document-value.js'
import type { JSONValue } from './json-value.js'
import type { NumberRule } from './number-value.js'
import { parseDocument } from './parse-document.js'

/** How {@link parseJSON} reads. */
export interface ParseJSONOptions {
  /** What becomes of integers beyond int64; see {@link NumberRule}. Default `exact`. */
  readonly numbers?: NumberRule
}

/**
 * Reads JSON text exactly: integers outside ±(2^53−1) become `bigint`, `__proto__` is a key like any other, and of
 * duplicate keys the last one wins. Takes what Go's `encoding/json` takes; costs what `JSON.parse` costs unless the text
 * holds numbers that `JSON.parse` would round.
 *
 * @throws JSONSyntaxError with Go's message and the position.
 * @throws MachineryError `NumberOutOfRange` for a number that no float64 can hold, `InvalidUTF8` for broken bytes.
 */
export function parseJSON(text: string | Uint8Array, options: ParseJSONOptions = {}): JSONValue {
  const source = typeof text === 'string' ? text : decodeText(text)
  if (!mayRound(source) && !(options.numbers === 'go' && negativeZero.test(source))) {
    try {
      return JSON.parse(source) as JSONValue
    } catch {
      // The exact parser below names the problem in Go's words.
    }
  }
  return documentValue(parseDocument(source), options.numbers)
}

/** Go reads `-0` as the integer 0 and `-0.0` as negative zero; `JSON.parse` makes both negative zero. */
const negativeZero = /[:,[\s]-0/
/** Spelled out, because regular expression engines search for fixed lengths faster than for counted ones. */
const sixteenDigits = /[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]/g
/** At the end of a number: hexadecimal text such as a UID is full of `4e153`. */
const wideExponent = /[0-9][eE]\+?[0-9][0-9][0-9][0-9]*(?=[\s,\]}]|$)/
/** A run of digits this long may be beyond float64, with a fraction or without. */
const beyondFloat64 = 200

/**
 * Reports whether `JSON.parse` might round a number of `text` or turn it into infinity. Never false when it would; true
 * for some harmless texts, which then cost an exact parse.
 */
export function mayRound(text: string): boolean {
  return hasLongInteger(text) || mayOverflow(text)
}

/** Reports whether a number of `text` might be too large for a float64 because of its exponent. */
export function mayOverflow(text: string): boolean {
  return wideExponent.test(text)
}

/** Reports whether `text` has an integer of 16 digits or more, which a number might not hold exactly. */
export function hasLongInteger(text: string): boolean {
  sixteenDigits.lastIndex = 0
  while (sixteenDigits.test(text)) {
    let end = sixteenDigits.lastIndex
    const start = end - 16
    while (isDigit(text.charCodeAt(end))) end++
    if (isInteger(text, start, end) || end - start >= beyondFloat64) return true
    sixteenDigits.lastIndex = end
  }
  return false
}

/** Anything else around the digits means that they are part of a string or a fraction. */
function isInteger(text: string, start: number, end: number): boolean {
  const before = text[start - 1] === '-' ? text[start - 2] : text[start - 1]
  const after = text[end]
  return (
    (before === undefined || ':,[ \t\r\n'.includes(before)) && (after === undefined || ',]} \t\r\n'.includes(after))
  )
}

function isDigit(code: number): boolean {
  return code <= 57 && code >= 48
}
