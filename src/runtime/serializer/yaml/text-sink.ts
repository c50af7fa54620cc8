import { isBreak, isPrintable } from './scalar-style.js'

const lineWidth = 80

const escapes: ReadonlyMap<number, string> = /* @__PURE__ */ new Map([
  [0x00, '0'],
  [0x07, 'a'],
  [0x08, 'b'],
  [0x09, 't'],
  [0x0a, 'n'],
  [0x0b, 'v'],
  [0x0c, 'f'],
  [0x0d, 'r'],
  [0x1b, 'e'],
  [0x22, '"'],
  [0x5c, '\\'],
  [0x85, 'N'],
  [0xa0, '_'],
  [0x2028, 'L'],
  [0x2029, 'P'],
])

function escapeOf(code: number): string {
  const known = escapes.get(code)
  if (known !== undefined) return `\\${known}`
  const hex = code.toString(16).toUpperCase()
  if (code <= 0xff) return `\\x${hex.padStart(2, '0')}`
  return code <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`
}

/** Collects the pieces of a YAML text and tracks the column and pending line breaks. */
export class TextSink {
  #text = ''
  #column = 0
  /** The last thing written was white space or the start of a line. */
  #whitespace = true
  /** This line has only indentation and block indicators. */
  #indention = true

  get text(): string {
    return this.#text
  }

  get indention(): boolean {
    return this.#indention
  }

  /** Moves to column `indent`, on a new line if this one is used. */
  writeIndent(indent: number): void {
    const target = Math.max(indent, 0)
    if (!this.#indention || this.#column > target || (this.#column === target && !this.#whitespace)) this.#putBreak()
    if (this.#column < target) this.#put(' '.repeat(target - this.#column), target - this.#column)
    this.#whitespace = true
    this.#indention = true
  }

  /** Writes an indicator; `indention` when a nested block may begin on the same line. */
  writeIndicator(indicator: string, spaced: boolean, indention = false): void {
    const text = spaced && !this.#whitespace ? ` ${indicator}` : indicator
    this.#put(text, text.length)
    this.#whitespace = false
    this.#indention = this.#indention && indention
  }

  /** Writes text that stays on one line, after a space where one is needed. */
  writeWord(word: string): void {
    this.#put(this.#whitespace ? word : ` ${word}`, word.length + 1)
    this.#whitespace = false
    this.#indention = false
  }

  /** Writes an unquoted scalar; long ones go on in the next line when `fold` allows it. */
  writePlain(text: string, indent: number, fold: boolean): void {
    if (!this.#whitespace) this.#put(' ', 1)
    this.#writeFolded(text, fold ? indent : undefined, { quote: false })
    this.#whitespace = false
    this.#indention = false
  }

  writeSingleQuoted(text: string, indent: number, fold: boolean): void {
    this.writeIndicator("'", true)
    this.#writeFolded(text, fold ? indent : undefined, { quote: true })
    this.writeIndicator("'", false)
    this.#whitespace = false
    this.#indention = false
  }

  writeDoubleQuoted(text: string, indent: number, fold: boolean): void {
    this.writeIndicator('"', true)
    // Go takes every character for a byte order mark when the first one is.
    const all = text.charCodeAt(0) === 0xfeff
    let previousSpace = false
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      if (unit === 32 && !all) {
        const inside = i > 0 && i < text.length - 1
        if (fold && !previousSpace && this.#column > lineWidth && inside) {
          this.writeIndent(indent)
          if (text.charCodeAt(i + 1) === 32) this.#put('\\', 1)
        } else this.#put(' ', 1)
        previousSpace = true
        continue
      }
      previousSpace = false
      if (!all && isPrintable(unit) && !isBreak(unit) && unit !== 34 && unit !== 92) {
        this.#put(text[i]!, 1)
        continue
      }
      const code = text.codePointAt(i)!
      if (code > 0xffff) i++
      const escaped = escapeOf(code)
      this.#put(escaped, escaped.length)
    }
    this.writeIndicator('"', false)
    this.#whitespace = false
    this.#indention = false
  }

  writeLiteral(text: string, indent: number): void {
    this.writeIndicator(`|${literalHints(text)}`, true)
    this.#putBreak()
    this.#indention = true
    this.#whitespace = true
    let start = 0
    while (start < text.length) {
      let end = start
      while (end < text.length && !isBreak(text.charCodeAt(end))) end++
      if (end > start) {
        this.writeIndent(indent)
        const line = text.slice(start, end)
        this.#put(line, line.length)
        this.#indention = false
      }
      if (end < text.length) this.#writeBreak(text[end]!)
      start = end + 1
    }
  }

  #writeFolded(text: string, indent: number | undefined, { quote }: { quote: boolean }): void {
    const written = quote ? text.replaceAll("'", "''") : text
    if ((this.#column + written.length <= lineWidth || indent === undefined) && !hasBreak(text)) {
      this.#put(written, written.length)
      return
    }
    let previousSpace = false
    let breaks = false
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      if (unit === 32) {
        const next = text.charCodeAt(i + 1)
        const inside = i > 0 && i < text.length - 1
        const wrap = indent !== undefined && !previousSpace && this.#column > lineWidth && inside && next !== 32
        if (wrap) this.writeIndent(indent)
        else this.#put(' ', 1)
        previousSpace = true
      } else if (isBreak(unit)) {
        this.#writeBreak(text[i]!)
        breaks = true
      } else {
        if (breaks) this.writeIndent(indent ?? 0)
        const character = quote && unit === 39 ? "''" : text[i]!
        this.#put(character, character.length)
        this.#indention = false
        previousSpace = false
        breaks = false
      }
    }
  }

  #put(text: string, columns: number): void {
    this.#text += text
    this.#column += columns
  }

  #putBreak(): void {
    this.#text += '\n'
    this.#column = 0
  }

  #writeBreak(character: string): void {
    this.#text += character
    this.#column = 0
    this.#indention = true
  }
}

function hasBreak(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (isBreak(text.charCodeAt(i))) return true
  return false
}

/** Indentation and chomping indicators of a block scalar. */
function literalHints(text: string): string {
  const first = text.charCodeAt(0)
  const indent = first === 32 || isBreak(first) ? '2' : ''
  const last = text.length - 1
  if (!isBreak(text.charCodeAt(last))) return `${indent}-`
  return last === 0 || isBreak(text.charCodeAt(last - 1)) ? `${indent}+` : indent
}
