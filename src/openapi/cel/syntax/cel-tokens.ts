/** The kind of a token: an operator or keyword itself, or a class of tokens. */
export type TokenKind =
  | 'IDENTIFIER'
  | 'ESC_IDENTIFIER'
  | 'NUM_INT'
  | 'NUM_UINT'
  | 'NUM_FLOAT'
  | 'STRING'
  | 'BYTES'
  | '<EOF>'
  | (string & {})

/** A word of an expression, with its place in UTF-16 units. */
export interface Token {
  readonly kind: TokenKind
  readonly text: string
  readonly start: number
}

/** A problem in the text of an expression, in the wording of Go's compiler. */
export interface CELProblem {
  /** The place in UTF-16 units; negative for the expression as a whole. */
  readonly at: number
  readonly message: string
}

const blank = /(?:[\t\f\r\n ]|\/\/[^\n]*)+/y
const float = /(?:[0-9]+\.[0-9]+(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+|\.[0-9]+(?:[eE][+-]?[0-9]+)?)/y
const integer = /(?:0x[0-9a-fA-F]+|[0-9]+)[uU]?/y
const escapeSequence = String.raw`\\(?:[abfnrtv"'\\?${'`'}]|[0-3][0-7][0-7]|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})`
const quoted = [
  '[rR]"""[^]*?"""',
  "[rR]'''[^]*?'''",
  String.raw`[rR]"[^"\n\r]*"`,
  String.raw`[rR]'[^'\n\r]*'`,
  String.raw`"""(?:${escapeSequence}|[^\\])*?"""`,
  String.raw`'''(?:${escapeSequence}|[^\\])*?'''`,
  String.raw`"(?:${escapeSequence}|[^\\"\n\r])*"`,
  String.raw`'(?:${escapeSequence}|[^\\'\n\r])*'`,
]
const text = /* @__PURE__ */ new RegExp(quoted.join('|'), 'y')
const bytesPrefix = /[bB](?=[rR]?["'])/y
const identifier = /[A-Za-z_][A-Za-z0-9_]*/y
const escapedIdentifier = /`[A-Za-z0-9_.\-/ ]+`/y
const operator = /==|!=|<=|>=|&&|\|\||[<>[\]{}().,\-!?:+*/%]/y
const keywords: ReadonlySet<string> = /* @__PURE__ */ new Set(['true', 'false', 'null', 'in'])

/** Splits an expression into tokens; the last one is the end. Invalid text is reported and skipped. */
export function tokensOf(source: string): {
  readonly tokens: readonly Token[]
  readonly problems: readonly CELProblem[]
} {
  const tokens: Token[] = []
  const problems: CELProblem[] = []
  let at = 0
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    return pattern.exec(source)?.[0]
  }
  while (at < source.length) {
    const skipped = take(blank)
    if (skipped !== undefined) {
      at += skipped.length
      continue
    }
    const token = tokenAt(source, at, take)
    if (token === undefined) {
      const bad = unrecognised(source, at)
      problems.push({ at, message: `Syntax error: token recognition error at: '${bad}'` })
      at += bad.length
    } else {
      tokens.push(token)
      at += token.text.length
    }
  }
  tokens.push({ kind: '<EOF>', text: '<EOF>', start: source.length })
  return { tokens, problems }
}

function tokenAt(source: string, at: number, take: (pattern: RegExp) => string | undefined): Token | undefined {
  const make = (kind: TokenKind, found: string): Token => ({ kind, text: found, start: at })
  const bytes = take(bytesPrefix)
  if (bytes !== undefined) {
    text.lastIndex = at + 1
    const found = text.exec(source)?.[0]
    if (found !== undefined) return make('BYTES', bytes + found)
  }
  const string = take(text)
  if (string !== undefined) return make('STRING', string)
  const number = take(float)
  if (number !== undefined) return make('NUM_FLOAT', number)
  const whole = take(integer)
  if (whole !== undefined) return make(/[uU]$/.test(whole) ? 'NUM_UINT' : 'NUM_INT', whole)
  const word = take(identifier)
  if (word !== undefined) return make(keywords.has(word) ? word : 'IDENTIFIER', word)
  const escaped = take(escapedIdentifier)
  if (escaped !== undefined) return make('ESC_IDENTIFIER', escaped)
  const sign = take(operator)
  return sign === undefined ? undefined : make(sign, sign)
}

const partialEscape = String.raw`\\(?:[xX][0-9a-fA-F]?|u[0-9a-fA-F]{0,3}|U[0-9a-fA-F]{0,7}|[0-3][0-7]?)?`
const unfinished = /* @__PURE__ */ new RegExp(
  [
    String.raw`"(?:${escapeSequence}|[^\\"\n\r])*(?:${partialEscape})?[^]?`,
    String.raw`'(?:${escapeSequence}|[^\\'\n\r])*(?:${partialEscape})?[^]?`,
    '`[A-Za-z0-9_.\\-/ ]*[^]?',
    '[=&|][^=&|]?',
    '[^]',
  ].join('|'),
  'uy',
)

/** Text that Go's lexer drops at once: all that might have become a token, and the character at which it does not. */
function unrecognised(source: string, at: number): string {
  unfinished.lastIndex = at
  return unfinished.exec(source)?.[0] as string
}
