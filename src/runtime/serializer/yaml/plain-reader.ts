import type { JSONObject, JSONValue } from '../../../descriptor/types.js'
import { type BlockScalarHeader, type BlockScalarLines, readBlockScalar } from './block-scalar.js'
import { readFlowScalar } from './flow-scalar.js'
import { dash, fail, indicators, keyText, maxKeyLength, notPlain, PlainScanner, scalarValue } from './plain-scanner.js'
import { YAMLSyntaxError } from './yaml-error.js'

const questionMark = 63
const colon = 58
const blockHeader = /^[|>](?:([1-9])([-+]?)|([-+]?)([1-9]?))(?: +#.*| *)$/

/**
 * Fast path for the usual documents: block mappings and sequences, scalars of every style, flow collections; no tabs,
 * anchors, tags, directives, complex or duplicate keys. Its results equal those of the full parser; it stops at any other
 * syntax.
 */
class PlainReader extends PlainScanner {
  /** Column of the content at `#at` when it is the first on its line; -1 at the end of the document. */
  #column = -1

  readDocument(): JSONValue {
    this.#toContent()
    if (this.#column === 0 && this.#startsWith('---')) {
      this.at += 3
      this.#endLine()
      this.#toContent()
      if (this.#atDocumentEnd()) return null
    }
    if (this.#column < 0) return null
    if (this.#atDocumentEnd()) fail()
    const value = this.#readBlock(this.#column, -1)
    if (!this.#atDocumentEnd()) fail()
    return value
  }

  #startsWith(marker: string): boolean {
    return this.text.startsWith(marker, this.at)
  }

  #atDocumentEnd(): boolean {
    return this.#column < 0 || (this.#column === 0 && this.atMarker(this.at))
  }

  /** Moves from the start of a line to the next content, and skips blank lines and comments. */
  #toContent(): void {
    const text = this.text
    let at = this.at
    for (;;) {
      const start = at
      while (text.charCodeAt(at) === 32) at++
      const unit = text.charCodeAt(at)
      if (unit === 10) {
        at++
        continue
      }
      if (unit === 35) {
        at = text.indexOf('\n', at) + 1
        if (at !== 0) continue
        at = text.length
      }
      this.at = at
      this.#column = at >= text.length ? -1 : at - start
      return
    }
  }

  /** Ends a line on which nothing but a comment may follow. */
  #endLine(): void {
    const text = this.text
    const from = this.at
    this.skipSpaces()
    const unit = text.charCodeAt(this.at)
    if (unit === 10) this.at++
    else if (unit === 35 && this.at > from) {
      const end = text.indexOf('\n', this.at)
      this.at = end < 0 ? text.length : end + 1
    } else if (this.at < text.length) fail()
  }

  /** Reads a node that is first on its line, at `column`; `parent` is the column of its parent. */
  #readBlock(column: number, parent: number): JSONValue {
    this.enter()
    const value = this.#atItem() ? this.#readSequence(column) : this.#readBlockOther(column, parent)
    this.leave()
    return value
  }

  #readBlockOther(column: number, parent: number): JSONValue {
    if (this.#atIndicator(questionMark)) return this.#readMapping(column, undefined)
    const key = this.#tryKey()
    return key === undefined ? this.#readValue(parent) : this.#readMapping(column, key)
  }

  #atItem(): boolean {
    return this.#atIndicator(dash)
  }

  /** Whether the character is alone at the cursor, as an indicator. */
  #atIndicator(indicator: number): boolean {
    if (this.text.charCodeAt(this.at) !== indicator) return false
    const next = this.text.charCodeAt(this.at + 1)
    if (next === 9) fail()
    return next === 32 || next === 10 || Number.isNaN(next)
  }

  #readSequence(column: number): JSONValue[] {
    const items: JSONValue[] = []
    do {
      this.at++
      items.push(this.#readItem(column))
    } while (this.#column === column && this.#atItem())
    if (this.#column > column) fail()
    return items
  }

  /** Reads what follows a dash, a question mark or the colon of an explicit key, all of which may start a mapping. */
  #readItem(column: number, indentless = false): JSONValue {
    const start = this.at
    this.skipSpaces()
    if (this.#atLineEnd()) return this.#readBelow(column, indentless)
    const inner = column + 1 + this.at - start
    if (this.#atItem()) return this.#readBlock(inner, column)
    this.enter()
    const value = this.#readBlockOther(inner, column)
    this.leave()
    return value
  }

  /** Whether nothing but a comment follows on the line. */
  #atLineEnd(): boolean {
    const unit = this.text.charCodeAt(this.at)
    return unit === 10 || unit === 35 || this.at >= this.text.length
  }

  /** Reads a node on the lines below its key or indicator; `indentless` if a sequence may be in the same column. */
  #readBelow(column: number, indentless: boolean): JSONValue {
    this.#endLine()
    this.#toContent()
    if (this.#column > column) return this.#readBlock(this.#column, column)
    const same = indentless && this.#column === column && !this.#atDocumentEnd()
    return same && this.#atItem() ? this.#readBlock(column, column) : null
  }

  /** Reads a mapping from the end of its first key on, or from the question mark of an explicit one. */
  #readMapping(column: number, firstKey: string | undefined): JSONObject {
    const object: JSONObject = {}
    for (let key = firstKey; ; ) {
      if (key === undefined) this.#readExplicitEntry(column, object)
      else this.addEntry(object, key, this.#readEntry(column))
      if (this.#column !== column || this.#atDocumentEnd() || this.#atItem()) break
      if (this.#atIndicator(questionMark)) key = undefined
      else key = this.#tryKey() ?? fail()
    }
    if (this.#column > column) fail()
    return object
  }

  #readExplicitEntry(column: number, object: JSONObject): void {
    this.at++
    const key = this.#readItem(column, true)
    if (typeof key !== 'string' || key === '<<') fail()
    let value: JSONValue = null
    if (this.#column === column && this.#atIndicator(colon)) {
      this.at++
      value = this.#readItem(column, true)
    }
    this.addEntry(object, key, value)
  }

  /** Reads what follows a key and its colon. */
  #readEntry(column: number): JSONValue {
    this.skipSpaces()
    return this.#atLineEnd() ? this.#readBelow(column, true) : this.#readValue(column)
  }

  /** Reads `key:` at the cursor, if there is one, and advances past the colon. */
  #tryKey(): string | undefined {
    const text = this.text
    const start = this.at
    const first = text.charCodeAt(start)
    if (first === 34 || first === 39) return this.#tryQuotedKey(first)
    if (indicators[first] === 1 || first === 9) return undefined
    for (let at = start; ; at++) {
      const unit = text.charCodeAt(at)
      if (unit === 58) {
        const next = text.charCodeAt(at + 1)
        if (next !== 32 && next !== 10 && !Number.isNaN(next)) {
          if (next === 9) fail()
          continue
        }
        if (at - start > maxKeyLength || at === start) fail()
        if ((first === 63 || first === dash) && text.charCodeAt(start + 1) === 32) fail()
        this.at = at + 1
        let end = at
        while (text.charCodeAt(end - 1) === 32) end--
        return keyText(text.slice(start, end))
      }
      if (unit === 10 || Number.isNaN(unit)) return undefined
      if (unit === 9) fail()
      if (unit === 35 && text.charCodeAt(at - 1) === 32) return undefined
    }
  }

  #tryQuotedKey(quote: number): string | undefined {
    const start = this.at
    const key = this.readQuoted(quote)
    const text = this.text
    let at = this.at
    while (text.charCodeAt(at) === 32) at++
    const next = text.charCodeAt(at + 1)
    if (text.charCodeAt(at) !== 58 || (next !== 32 && next !== 10 && !Number.isNaN(next))) {
      this.at = start
      return undefined
    }
    this.checkSimpleKey(start, at)
    this.at = at + 1
    return key
  }

  /** Reads a value that starts on the line of its key or dash, `column` being theirs, and moves to the next content. */
  #readValue(column: number): JSONValue {
    const first = this.text.charCodeAt(this.at)
    let value: JSONValue
    if (first === 34 || first === 39) value = this.readQuoted(first)
    else if (first === 123 || first === 91) value = this.readFlow()
    else if (first === 124 || first === 62) {
      value = this.#readBlockScalar(column)
      this.#toContent()
      return value
    } else return this.#readPlain(column)
    this.#endLine()
    this.#toContent()
    return value
  }

  /** Reads a plain scalar over as many lines as it has. */
  #readPlain(column: number): JSONValue {
    const text = this.text
    const start = this.at
    const first = text.charCodeAt(start)
    if (indicators[first] === 1) fail()
    if ((first === 63 || first === 58 || first === dash) && /[ \n]/.test(text[start + 1] ?? '\n')) fail()
    let end = this.#plainLine()
    const value = text.slice(start, end)
    if (text.charCodeAt(this.at) === 35) {
      this.#endLine()
      this.#toContent()
      return scalarValue(value)
    }
    const firstEnd = end
    for (;;) {
      if (this.at < text.length) this.at++
      const line = this.at
      while (text.charCodeAt(this.at) === 32 || text.charCodeAt(this.at) === 10) this.at++
      const indent = this.at - 1 - text.lastIndexOf('\n', this.at - 1)
      const ends = indent <= column || this.at >= text.length || text.charCodeAt(this.at) === 35
      if (ends || (indent === 0 && this.atMarker(this.at))) {
        this.at = line
        break
      }
      end = this.#plainLine()
      if (text.charCodeAt(this.at) === 35) {
        this.#endLine()
        break
      }
    }
    this.#toContent()
    return scalarValue(end === firstEnd ? value : readFlowScalar(text.slice(start, end), 'plain'))
  }

  /** Moves to the end of the line or to its comment; returns the end of its text. */
  #plainLine(): number {
    const text = this.text
    let at = this.at
    for (; ; at++) {
      const unit = text.charCodeAt(at)
      if (unit > 58) continue
      if (unit === 10 || Number.isNaN(unit)) break
      if (unit === 9) fail()
      if (unit === 35 && text.charCodeAt(at - 1) === 32) break
      if (unit === 58) {
        const next = text.charCodeAt(at + 1)
        if (next === 32 || next === 10 || next === 9 || Number.isNaN(next)) fail()
      }
    }
    let end = at
    while (text.charCodeAt(end - 1) === 32) end--
    // Spaces before a comment are left, since a comment needs one.
    this.at = text.charCodeAt(at) === 35 ? at : Math.max(at, end)
    return end
  }

  #readBlockScalar(column: number): string {
    const text = this.text
    const headerEnd = text.indexOf('\n', this.at)
    if (headerEnd < 0) fail()
    const match = blockHeader.exec(text.slice(this.at, headerEnd))
    if (match === null) fail()
    const digit = match[1] ?? match[4] ?? ''
    const sign = match[2] ?? match[3] ?? ''
    const header: BlockScalarHeader = {
      folded: text.charCodeAt(this.at) === 62,
      chomp: sign === '-' ? 'strip' : sign === '+' ? 'keep' : 'clip',
    }
    this.at = headerEnd + 1
    const indent = digit === '' ? this.#detectIndent(Math.max(column, 0)) : Math.max(column, 0) + Number(digit)
    return readBlockScalar(header, this.#blockLines(indent))
  }

  /** Column of the first line with text; blank lines before it must not reach further. */
  #detectIndent(column: number): number {
    const text = this.text
    let widest = 0
    for (let start = this.at; ; ) {
      let at = start
      while (text.charCodeAt(at) === 32) at++
      const unit = text.charCodeAt(at)
      if (unit === 9) fail()
      if (unit === 10) {
        widest = Math.max(widest, at - start)
        start = at + 1
        continue
      }
      const indent = at - start
      if (at >= text.length || indent <= column) fail()
      return widest > indent ? fail() : indent
    }
  }

  #blockLines(indent: number): BlockScalarLines {
    const text = this.text
    const lines: string[] = []
    let trailing = 0
    let terminated = false
    while (this.at < text.length) {
      const start = this.at
      let at = start
      while (at - start < indent && text.charCodeAt(at) === 32) at++
      const found = text.indexOf('\n', at)
      const end = found < 0 ? text.length : found
      if (at === end) {
        if (found >= 0) trailing++
      } else {
        if (at - start < indent) {
          if (text.charCodeAt(at) === 9) fail()
          break
        }
        for (; trailing > 0; trailing--) lines.push('')
        lines.push(text.slice(at, end))
        terminated = found >= 0
      }
      this.at = found < 0 ? text.length : found + 1
    }
    return { lines, trailing, terminated }
  }
}

/** Line breaks of YAML 1.1 that only the full parser supports. */
const oddBreaks = /[\u2028\u2029]/

/** Reads `text` if it is a plain document; `undefined` when the full parser is needed. */
export function readPlainDocument(text: string, strict: boolean): { readonly value: JSONValue } | undefined {
  if (oddBreaks.test(text)) return undefined
  try {
    return { value: new PlainReader(text, strict).readDocument() }
  } catch (error) {
    // The full parser finds a syntax error again, with its position.
    if (error === notPlain || error instanceof YAMLSyntaxError) return undefined
    throw error
  }
}
