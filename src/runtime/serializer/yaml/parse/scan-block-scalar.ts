import { endOfText, isBlank, isLineBreak, isLineEnd } from './characters.js'
import type { Cursor } from './cursor.js'

/** The indicators after `|` or `>`: `chomp` is the sign, `indent` the digit. */
interface Header {
  chomp: number
  indent: number
}

const plus = 43
const minus = 45

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57
}

function readSign(cursor: Cursor, header: Header): void {
  const unit = cursor.unit()
  if (unit !== plus && unit !== minus) return
  header.chomp = unit
  cursor.at++
}

function readDigit(cursor: Cursor, header: Header): void {
  const unit = cursor.unit()
  if (!isDigit(unit)) return
  if (unit === 48) cursor.refuse('found an indentation indicator equal to 0')
  header.indent = unit - 48
  cursor.at++
}

/** Reads the indicators, in either order. */
function readHeader(cursor: Cursor): Header {
  const header: Header = { chomp: 0, indent: 0 }
  const digitFirst = isDigit(cursor.unit())
  if (digitFirst) readDigit(cursor, header)
  readSign(cursor, header)
  if (!digitFirst && header.chomp !== 0) readDigit(cursor, header)
  cursor.finishLine()
  return header
}

class BlockScalarScanner {
  readonly #cursor: Cursor
  readonly #parentIndent: number
  /** 0 as long as it is not known. */
  #indent = 0
  /** Breaks of the blank lines before the next line with text. */
  #breaks = ''

  constructor(cursor: Cursor, parentIndent: number) {
    this.#cursor = cursor
    this.#parentIndent = parentIndent
  }

  scan(folded: boolean): string {
    const cursor = this.#cursor
    cursor.at++
    const header = readHeader(cursor)
    if (header.indent > 0) this.#indent = Math.max(this.#parentIndent, 0) + header.indent
    let value = ''
    let lineBreak = ''
    let blankBefore = false
    this.#skipBlankLines()
    while (cursor.column === this.#indent && cursor.unit() !== endOfText) {
      const blank = isBlank(cursor.unit())
      if (folded && !blankBefore && !blank && lineBreak === '\n') {
        if (this.#breaks === '') value += ' '
      } else value += lineBreak
      blankBefore = blank
      value += this.#breaks + this.#line()
      lineBreak = this.#lineBreak()
      this.#breaks = ''
      this.#skipBlankLines()
    }
    if (header.chomp !== minus) value += lineBreak
    return header.chomp === plus ? value + this.#breaks : value
  }

  #line(): string {
    const cursor = this.#cursor
    const start = cursor.at
    while (!isLineEnd(cursor.unit())) cursor.at++
    return cursor.text.slice(start, cursor.at)
  }

  /** Reads a line break at the cursor, if any. */
  #lineBreak(): string {
    const cursor = this.#cursor
    if (!isLineBreak(cursor.unit())) return ''
    cursor.skipBreak()
    return cursor.text[cursor.at - 1]!
  }

  /** Skips blank lines and the indentation of the next one, which defines the indentation of all. */
  #skipBlankLines(): void {
    const cursor = this.#cursor
    let widest = 0
    for (;;) {
      while (this.#inIndentation() && cursor.unit() === 32) cursor.at++
      widest = Math.max(widest, cursor.column)
      if (this.#inIndentation() && cursor.unit() === 9) {
        cursor.refuse('found a tab character where an indentation space is expected')
      }
      if (!isLineBreak(cursor.unit())) break
      this.#breaks += this.#lineBreak()
    }
    if (this.#indent === 0) this.#indent = Math.max(widest, this.#parentIndent + 1, 1)
  }

  #inIndentation(): boolean {
    return this.#indent === 0 || this.#cursor.column < this.#indent
  }
}

/**
 * Reads a block scalar and advances to the line after it, `folded` after `>`. `parentIndent` is the column of its parent
 * block, -1 for none.
 */
export function scanBlockScalar(cursor: Cursor, folded: boolean, parentIndent: number): string {
  return new BlockScalarScanner(cursor, parentIndent).scan(folded)
}
