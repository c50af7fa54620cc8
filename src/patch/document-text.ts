import { decodeText } from '../json/decode-text.js'
import { documentValueWith } from '../json/document-value.js'
import { formatNumber } from '../json/format-number.js'
import { NumberLiteral } from '../json/json-document.js'
import { numberValue } from '../json/number-value.js'
import { parseDocument } from '../json/parse-document.js'
import { scratchBytes } from './scratch-bytes.js'

/** A document as text: JSON, or its UTF-8 bytes. */
export type DocumentText = string | Uint8Array

/** Reports whether a document is text. */
export function isDocumentText(document: unknown): document is DocumentText {
  return typeof document === 'string' || document instanceof Uint8Array
}

/** The text of a document. @throws MachineryError `InvalidUTF8`. */
export function textOf(document: DocumentText): string {
  return typeof document === 'string' ? document : decodeText(document)
}

const quotationMark = 0x22
const backslash = 0x5c
const minus = 0x2d
const point = 0x2e
const digit0 = 0x30
const digit9 = 0x39
const letterE = 0x65
const mostDigits = 15

/** 1 for bytes of a string that are not plain, 2 for those that end it or belong to an escape. */
const byteKinds: Uint8Array = /* @__PURE__ */ kindsOfBytes()

function kindsOfBytes(): Uint8Array {
  const kinds = new Uint8Array(0x100).fill(1, 0x80)
  for (const character of '<>&') kinds[character.charCodeAt(0)] = 1
  kinds[quotationMark] = 2
  kinds[backslash] = 2
  return kinds
}

/** Findings of a scan of JSON text; arbitrary for text that is not JSON. */
export class TextScan {
  /** No string needs an escape, and names are in the order of their UTF-16 units. */
  plain = true
  /** There are numbers that `JSON.parse` does not hold as Go does: with fraction or exponent, `-0`, 16 digits or more. */
  odd = false
  readonly #bytes: Uint8Array

  constructor(text: string) {
    const bytes = scratchBytes(text)
    this.#bytes = bytes
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i] as number
      if (byte === quotationMark) i = this.#endOfString(i)
      else if (byte === minus || (byte >= digit0 && byte <= digit9)) i = this.#endOfInteger(i)
    }
  }

  #endOfString(start: number): number {
    const bytes = this.#bytes
    // Stryker disable next-line EqualityOperator: a string without an end is not JSON
    for (let i = start + 1; i < bytes.length; i++) {
      const byte = bytes[i] as number
      const kind = byteKinds[byte]
      if (kind === 0) continue
      if (byte === quotationMark) return i
      this.plain = false
      if (byte === backslash) i++
    }
    return bytes.length
  }

  /** The last byte of the number, or of its part before the point or the exponent. */
  #endOfInteger(start: number): number {
    const bytes = this.#bytes
    let end = start + 1
    for (let byte = bytes[end] as number; byte >= digit0 && byte <= digit9; ) byte = bytes[++end] as number
    const next = bytes[end] as number
    const isMinusZero = bytes[start] === minus && bytes[start + 1] === digit0
    if (next === point || (next | 0x20) === letterE || end - start > mostDigits || isMinusZero) this.odd = true
    return end - 1
  }
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
    const text = textOf(document)
    const { plain, odd } = new TextScan(text)
    this.#plain &&= plain
    if (!odd) {
      try {
        return JSON.parse(text) as unknown
      } catch {
        // The exact parser reports the problem in Go's wording.
      }
    }
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
