import { quote } from '../internal/quote.js'
import { JSONSyntaxError } from './json-syntax-error.js'

/** Contexts in which a token has begun that a blank would break. */
const insideToken = /literal [tfn]|numeric literal|escape/

/**
 * The error of Go's `encoding/json` for a character that must not be where it is. At the end of the text Go tries a blank,
 * which fits between tokens and in strings only.
 */
export function unexpectedCharacter(text: string, at: number, context: string): JSONSyntaxError {
  const c = text.codePointAt(at) ?? (insideToken.test(context) ? 0x20 : undefined)
  const message =
    c === undefined ? 'unexpected end of JSON input' : `invalid character ${quoteCharacter(firstByte(c))} ${context}`
  return new JSONSyntaxError(message, text, at)
}

/** Quotes a character as Go's messages do. */
export function quoteCharacter(c: string): string {
  if (c === "'") return "'\\''"
  return c === '"' ? `'"'` : `'${quote(c).slice(1, -1)}'`
}

/** Go reads bytes and names the first byte of a character as if it were Latin-1. */
function firstByte(codePoint: number): string {
  if (codePoint < 0x80) return String.fromCharCode(codePoint)
  if (codePoint < 0x800) return String.fromCharCode(0xc0 | (codePoint >> 6))
  if (codePoint < 0x10000) return String.fromCharCode(0xe0 | (codePoint >> 12))
  return String.fromCharCode(0xf0 | (codePoint >> 18))
}
