import { positionOf, TemplateError } from './template-error.js'

/** What an action consists of. */
export interface TemplateToken {
  readonly kind: 'field' | 'variable' | 'word' | 'number' | 'text' | 'character' | 'mark'
  readonly text: string
  readonly at: number
  /** White space precedes it: `.a .b` are two operands, `.a.b` is one. */
  readonly spaced: boolean
}

/** Text that is printed as it is, or what stands between braces. */
export type TemplatePiece =
  | { readonly text: string }
  | { readonly tokens: readonly TemplateToken[]; readonly at: number }

const space = ' \t\r\n'
const patterns: readonly (readonly [TemplateToken['kind'], RegExp])[] = [
  ['field', /\.[\p{L}_][\p{L}\p{Nd}_]*/uy],
  ['variable', /\$[\p{L}\p{Nd}_]*/uy],
  ['word', /[\p{L}_][\p{L}\p{Nd}_]*/uy],
  ['number', /[+-]?(?:0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?)/y],
  ['text', /"(?:[^"\\\n]|\\[^\n])*"|`[^`]*`/y],
  ['character', /'(?:[^'\\\n]|\\[^\n])+'/y],
  ['mark', /:=|[=|(),.]/y],
]

/** Splits a template into texts and actions. @throws TemplateError */
export function lexTemplate(source: string): readonly TemplatePiece[] {
  return [...new TemplateLexer(source).pieces()]
}

class TemplateLexer {
  readonly #source: string
  #at = 0

  constructor(source: string) {
    this.#source = source
  }

  *pieces(): Generator<TemplatePiece, undefined> {
    let trims = false
    while (this.#at < this.#source.length) {
      const open = this.#source.indexOf('{{', this.#at)
      const text = this.#source.slice(this.#at, open < 0 ? undefined : open)
      const trimsRight = open >= 0 && this.#source[open + 2] === '-' && space.includes(this.#source[open + 3] ?? 'x')
      yield { text: trimmed(text, trims, trimsRight) }
      if (open < 0) return
      this.#at = open + (trimsRight ? 3 : 2)
      const tokens = this.#action(open)
      trims = this.#source[this.#at] === '-'
      this.#at += trims ? 3 : 2
      if (tokens !== undefined) yield { tokens, at: open }
    }
  }

  /** The tokens up to the closing braces; `undefined` for a comment. */
  #action(open: number): TemplateToken[] | undefined {
    const tokens: TemplateToken[] = []
    for (;;) {
      const spaced = this.#skipSpace()
      if (tokens.length === 0 && this.#source.startsWith('/*', this.#at)) return this.#comment()
      if (this.#source.startsWith('}}', this.#at)) return tokens
      if (spaced && this.#source.startsWith('-}}', this.#at)) return tokens
      if (this.#at >= this.#source.length) throw this.#error(open, 'unclosed action')
      tokens.push(this.#token(spaced))
    }
  }

  #comment(): undefined {
    const end = this.#source.indexOf('*/', this.#at)
    if (end < 0) throw this.#error(this.#at, 'unclosed comment')
    this.#at = end + 2
    const spaced = this.#skipSpace()
    if (this.#source.startsWith('}}', this.#at)) return
    if (!spaced || !this.#source.startsWith('-}}', this.#at))
      throw this.#error(end, 'comment ends before closing delimiter')
  }

  #token(spaced: boolean): TemplateToken {
    const at = this.#at
    for (const [kind, pattern] of patterns) {
      pattern.lastIndex = at
      const text = pattern.exec(this.#source)?.[0]
      if (text === undefined) continue
      this.#at += text.length
      return { kind, text, at, spaced }
    }
    const found = this.#source.charAt(at)
    if (found === '"') throw this.#error(at, 'unterminated quoted string')
    if (found === '`') throw this.#error(at, 'unterminated raw quoted string')
    if (found === "'") throw this.#error(at, 'unterminated character constant')
    throw this.#error(at, `unexpected ${JSON.stringify(found)} in command`)
  }

  #skipSpace(): boolean {
    const from = this.#at
    while (this.#at < this.#source.length && space.includes(this.#source[this.#at]!)) this.#at++
    return this.#at > from
  }

  #error(at: number, message: string): TemplateError {
    return new TemplateError(`template: _:${positionOf(this.#source, at).line}: ${message}`)
  }
}

function trimmed(text: string, left: boolean, right: boolean): string {
  const start = left ? text.replace(/^[ \t\r\n]+/, '') : text
  return right ? start.replace(/[ \t\r\n]+$/, '') : start
}
