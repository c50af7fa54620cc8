import { decodeText } from '../json/decode-text.js'
import { documentValueWith } from '../json/document-value.js'
import { formatNumber } from '../json/format-number.js'
import { Found, JSONCursor } from '../json/json-cursor.js'
import { NumberLiteral } from '../json/json-document.js'
import { numberValue } from '../json/number-value.js'
import { parseDocument } from '../json/parse-document.js'

/** A document as text: JSON, or its UTF-8 bytes. */
export type DocumentText = string | Uint8Array

/** Reports whether a document is text. */
export function isDocumentText(document: unknown): document is DocumentText {
  return typeof document === 'string' || document instanceof Uint8Array
}

/** The text of a document. @throws MachineryError `InvalidUTF8`. */
export function documentText(document: DocumentText): string {
  return typeof document === 'string' ? document : decodeText(document)
}

/**
 * Reads texts into the values Go would hold: integers within int64 exactly, other numbers as float64. A float64 without
 * fraction is a `NumberLiteral`, the same one wherever one reader meets the number, because to Go `1.0` is not `1`.
 */
export class GoReader {
  readonly #floats = new Map<number, NumberLiteral>()

  /** Whether everything read so far was plain text. */
  #plain = true

  /** Whether no string of what was read needs an escape when it is written. */
  get plain(): boolean {
    return this.#plain
  }

  /** @throws JSONSyntaxError, MachineryError `NumberOutOfRange` or `InvalidUTF8`. */
  read(document: DocumentText): unknown {
    const text = documentText(document)
    const cursor = new JSONCursor(text)
    cursor.pass()
    cursor.end()
    if ((cursor.found & (Found.html | Found.beyondASCII | Found.escape)) !== 0) this.#plain = false
    if ((cursor.found & Found.oddNumber) === 0) return JSON.parse(text) as unknown
    return documentValueWith(parseDocument(text), (literal) => this.#number(literal))
  }

  #number(literal: NumberLiteral): unknown {
    const value = numberValue(literal.text, 'go')
    if (literal.isInteger || typeof value === 'bigint' || !Number.isSafeInteger(value)) return value
    let float = this.#floats.get(value)
    if (float === undefined) {
      float = new NumberLiteral(formatNumber(value))
      this.#floats.set(value, float)
    }
    return float
  }
}
