/** The kinds of token; symbols are their own kind. */
export type TokenKind = 'end' | 'identifier' | ')' | ',' | '!' | '==' | '=' | '>' | 'in' | '<' | '!=' | 'notin' | '('

/** A piece of a label selector; `offset` is where it starts, in UTF-16 units. */
export interface Token {
  readonly kind: TokenKind
  readonly literal: string
  readonly offset: number
}

const symbol = /==|!=|[=!(),<>]/y
const word = /[^ \t\r\n=!(),<>\0]+/y
const blank = /[ \t\r\n]*/y

/**
 * Cuts a label selector into tokens; the last one is of kind `end`. As in Go, U+0000 ends the text where a token would
 * start, and is skipped behind a token.
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  let offset = 0
  for (;;) {
    offset += matchAt(blank, text, offset).length
    const token = tokenAt(text, offset)
    tokens.push(token)
    if (token.kind === 'end') return tokens
    offset += token.literal.length
    if (text[offset] === '\0') offset++
  }
}

function tokenAt(text: string, offset: number): Token {
  const operator = matchAt(symbol, text, offset)
  if (operator !== '') return { kind: operator as TokenKind, literal: operator, offset }
  const literal = matchAt(word, text, offset)
  if (literal === '') return { kind: 'end', literal, offset }
  return { kind: literal === 'in' || literal === 'notin' ? literal : 'identifier', literal, offset }
}

function matchAt(pattern: RegExp, text: string, offset: number): string {
  pattern.lastIndex = offset
  return pattern.exec(text)?.[0] ?? ''
}
