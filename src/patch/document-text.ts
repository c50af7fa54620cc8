import { decodeText } from '../json/decode-text.js'
import { formatNumber } from '../json/format-number.js'
import { type JSONNode, NumberLiteral, type ObjectNode } from '../json/json-document.js'
import { setOwn } from '../json/json-value.js'
import { numberValue } from '../json/number-value.js'
import { parseDocument } from '../json/parse-document.js'

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

/** What may be a number that `JSON.parse` does not hold as Go does: with fraction or exponent, `-0`, 16 digits or more. */
const perhapsOdd = /[:,[][ \t\r\n]*-?(?:[0-9]+[.eE]|[0-9]{16})|[:,[][ \t\r\n]*-0/g
const colon = 0x3a
const quotationMark = 0x22

/** Reports whether a text has such numbers. True for some strings that look like it, which only costs time. */
function hasOddNumber(text: string): boolean {
  perhapsOdd.lastIndex = 0
  for (let found = perhapsOdd.exec(text); found !== null; found = perhapsOdd.exec(text)) {
    if (text.charCodeAt(found.index) !== colon || followsName(text, found.index)) return true
  }
  return false
}

/** A colon inside a string, as in `nginx:1.29`, rarely stands behind a quotation mark. */
function followsName(text: string, at: number): boolean {
  let before = at - 1
  while (text.charCodeAt(before) <= 0x20) before--
  return text.charCodeAt(before) === quotationMark
}

/**
 * Reads texts into the values Go would hold: integers within int64 exactly, other numbers as float64. A float64 without
 * fraction is a `NumberLiteral`, the same one wherever one reader meets the number, because to Go `1.0` is not `1`.
 */
export class GoReader {
  readonly #floats = new Map<number, NumberLiteral>()

  /** @throws JSONSyntaxError, MachineryError `NumberOutOfRange` or `InvalidUTF8`. */
  read(document: DocumentText): unknown {
    const text = textOf(document)
    if (!hasOddNumber(text)) {
      try {
        return JSON.parse(text) as unknown
      } catch {
        // The exact parser names the problem in Go's words.
      }
    }
    return this.#valueOf(parseDocument(text))
  }

  /** The value of a document, without recursion. */
  #valueOf(document: JSONNode): unknown {
    const pending: { source: JSONNode[] | ObjectNode; target: object }[] = []
    const shallow = (node: JSONNode): unknown => {
      if (node === null || typeof node !== 'object') return node
      if (node instanceof NumberLiteral) return this.#number(node)
      const target = Array.isArray(node) ? [] : {}
      pending.push({ source: node, target })
      return target
    }
    const value = shallow(document)
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { source, target } = next
      if (Array.isArray(source)) for (const element of source) (target as unknown[]).push(shallow(element))
      else for (const [i, name] of source.names.entries()) setOwn(target, name, shallow(source.values[i] as JSONNode))
    }
    return value
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
