import { JQSyntaxError } from './jq-error.js'

/** A piece of an expression. */
export interface JQToken {
  readonly kind: 'field' | 'variable' | 'word' | 'number' | 'text' | 'mark' | 'end'
  readonly text: string
  readonly at: number
  /** Of a text: what is between `\(` and `)`, and the constants around. */
  readonly parts?: readonly (string | { readonly expression: string; readonly at: number })[]
}

const patterns: readonly (readonly [JQToken['kind'], RegExp])[] = [
  ['field', /\.[A-Za-z_][A-Za-z0-9_]*/y],
  ['variable', /\$[A-Za-z_][A-Za-z0-9_]*/y],
  ['number', /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y],
  ['word', /[A-Za-z_][A-Za-z0-9_]*/y],
  ['mark', /\?\/\/|\/\/=?|\|=|[-+*/%]=|[=!<>]=|\.\.|[.[\]{}()|,:;?=<>+\-*/%@]/y],
]

/** Splits an expression of jq. @throws JQSyntaxError */
export function lexJQ(source: string): readonly JQToken[] {
  const tokens: JQToken[] = []
  let at = 0
  while (at < source.length) {
    const space = /[\s]+|#[^\n]*/y
    space.lastIndex = at
    const skipped = space.exec(source)
    if (skipped !== null) at += skipped[0].length
    else {
      const token = source[at] === '"' ? lexText(source, at) : lexToken(source, at)
      tokens.push(token)
      at += token.text.length
    }
  }
  tokens.push({ kind: 'end', text: '', at: source.length })
  return tokens
}

function lexToken(source: string, at: number): JQToken {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at
    const text = pattern.exec(source)?.[0]
    if (text !== undefined) return { kind, text, at }
  }
  throw new JQSyntaxError(`unexpected token ${JSON.stringify(source.charAt(at))}`, source, at)
}

function lexText(source: string, start: number): JQToken {
  const parts: (string | { expression: string; at: number })[] = []
  let constant = ''
  let at = start + 1
  for (;;) {
    const found = source[at]
    if (found === undefined) throw new JQSyntaxError('unterminated string literal', source, start)
    if (found === '"') break
    if (found !== '\\') {
      constant += found
      at++
    } else if (source[at + 1] === '(') {
      const end = closing(source, at + 1)
      parts.push(constant, { expression: source.slice(at + 2, end), at: at + 2 })
      constant = ''
      at = end + 1
    } else {
      const sequence = /\\(?:u[\da-fA-F]{4}|["\\/bfnrt])/y
      sequence.lastIndex = at
      const text = sequence.exec(source)?.[0]
      if (text === undefined) throw new JQSyntaxError('invalid escape sequence in string literal', source, at)
      constant += String(JSON.parse(`"${text}"`))
      at += text.length
    }
  }
  parts.push(constant)
  return { kind: 'text', text: source.slice(start, at + 1), at: start, parts }
}

/** The parenthesis that closes the one at a place. */
function closing(source: string, open: number): number {
  let depth = 0
  for (let at = open; at < source.length; at++) {
    if (source[at] === '(') depth++
    else if (source[at] === ')' && --depth === 0) return at
    else if (source[at] === '"') at += lexText(source, at).text.length - 1
  }
  throw new JQSyntaxError('unterminated string literal', source, open)
}
