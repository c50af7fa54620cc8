import type { TextPosition } from '../../../../errors/machinery-error.js'
import { scanError } from '../yaml-error.js'
import { endOfText, isBlank, isLineBreak, isLineEnd } from './characters.js'

/** A place in a text, by line and column. */
export class Cursor {
  readonly text: string
  at = 0
  /** Counted from 1. */
  line = 1
  #lineStart = 0

  constructor(text: string) {
    this.text = text
  }

  /** Counted from 0. */
  get column(): number {
    return this.at - this.#lineStart
  }

  position(): TextPosition {
    return { offset: this.at, line: this.line, column: this.column + 1 }
  }

  /** The UTF-16 unit at the cursor, or `ahead` units further on. */
  unit(ahead = 0): number {
    const at = this.at + ahead
    return at < this.text.length ? this.text.charCodeAt(at) : endOfText
  }

  /** Skips one line break. */
  skipBreak(): void {
    this.at++
    this.startLine()
  }

  /** Marks the current position as the start of the next line. */
  startLine(): void {
    this.line++
    this.#lineStart = this.at
  }

  skipBlanks(): void {
    while (isBlank(this.unit())) this.at++
  }

  /** Skips a comment that starts here, up to the end of its line. */
  skipComment(): void {
    if (this.unit() !== 35) return
    while (!isLineEnd(this.unit())) this.at++
  }

  /** Advances to the next line; only a comment is allowed on the rest of this one. */
  finishLine(): void {
    this.skipBlanks()
    this.skipComment()
    if (!isLineEnd(this.unit())) this.refuse('did not find expected comment or line break')
    if (isLineBreak(this.unit())) this.skipBreak()
  }

  /** Reports whether `---` or `...` is alone at the cursor, at the start of the line. */
  atDocumentMarker(marker?: '---' | '...'): boolean {
    if (this.column !== 0) return false
    const { text, at } = this
    const found =
      marker === undefined ? text.startsWith('---', at) || text.startsWith('...', at) : text.startsWith(marker, at)
    return found && (isBlank(this.unit(3)) || isLineEnd(this.unit(3)))
  }

  /** @throws YAMLSyntaxError for the text at the cursor. */
  refuse(problem: string): never {
    throw scanError(problem, this.position())
  }
}
