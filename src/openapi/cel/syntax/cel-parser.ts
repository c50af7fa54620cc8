import { reservedWords } from '../escape.js'
import { balanced } from './balanced-chain.js'
import type { CELItem, CELNode } from './cel-syntax.js'
import { type CELProblem, type Token, type TokenKind, tokensOf } from './cel-tokens.js'
import { argumentsOrEnd, beginsOperand, entryOrEnd, indexStart, itemOrEnd, operands } from './expected-tokens.js'
import { nestsDeeperThan } from './nesting.js'

const literals: Readonly<Record<string, string>> = {
  true: 'bool',
  false: 'bool',
  null: 'null_type',
  NUM_FLOAT: 'double',
  NUM_INT: 'int',
  NUM_UINT: 'uint',
  STRING: 'string',
  BYTES: 'bytes',
}
/** Binary operators, those that bind least first. */
const levels: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['<', '<=', '>=', '>', '==', '!=', 'in'],
  ['+', '-'],
  ['*', '/', '%'],
]
const operatorSigns: ReadonlySet<string> = /* @__PURE__ */ new Set([...levels.flat(), '?'])
/** Placeholder for invalid input; there is a problem, so that its value is not used. */
const nothing: CELNode = { op: 'literal', at: 0, type: 'null_type', value: 'null' }
const maxDepth = 250
/** The place of a problem of the expression as a whole. */
const nowhere = -1

class Failed extends Error {
  constructor(readonly problem: CELProblem) {
    super(problem.message)
  }
}

/** What of the language expressions may use. */
export interface ParseOptions {
  /** Names of fields may be in backquotes. */
  readonly allowsQuotedNames?: boolean
}

/** Parses a CEL expression. It stops at the first error, where Go's parser continues. */
export function parseCEL(
  source: string,
  options: ParseOptions = {},
): { readonly root: CELNode | undefined; readonly problems: readonly CELProblem[] } {
  const { tokens, problems } = tokensOf(source)
  const parser = new Parser(tokens, source, options)
  try {
    return { root: parser.parse(), problems: [...problems, ...parser.problems] }
  } catch (error) {
    if (!(error instanceof Failed)) throw error
    return { root: undefined, problems: [...problems, ...parser.problems, error.problem] }
  }
}

class Parser {
  /** Problems after which reading went on. */
  readonly problems: CELProblem[] = []
  readonly #tokens: readonly Token[]
  readonly #source: string
  readonly #options: ParseOptions
  #next = 0
  #depth = 0
  /** The tokens allowed after the bracket that was just opened. */
  #opened: string | undefined

  constructor(tokens: readonly Token[], source: string, options: ParseOptions) {
    this.#tokens = tokens
    this.#source = source
    this.#options = options
  }

  parse(): CELNode {
    const root = this.#expression()
    if (this.#token.kind !== '<EOF>') {
      if (this.#peek(1).kind !== '<EOF>') throw this.#mismatched('<EOF>')
      this.#extraneous('<EOF>')
    }
    if (nestsDeeperThan(root, maxDepth)) throw new Failed({ at: nowhere, message: 'max recursion depth exceeded' })
    return root
  }

  get #token(): Token {
    return this.#peek(0)
  }

  #peek(ahead: number): Token {
    return this.#tokens[Math.min(this.#next + ahead, this.#tokens.length - 1)]!
  }

  #take(): Token {
    const token = this.#token
    this.#next += 1
    return token
  }

  #accept(kind: TokenKind): Token | undefined {
    return this.#token.kind === kind ? this.#take() : undefined
  }

  #expect(kind: TokenKind, expected: string = `'${kind}'`): Token {
    const found = this.#accept(kind)
    if (found !== undefined) return found
    if (this.#peek(1).kind === kind) {
      this.#extraneous(expected)
      return this.#take()
    }
    // Go reads on as if the word were there when what follows may follow it.
    const next = this.#token.kind
    const mayFollow = kind === ':' ? beginsOperand.has(next) : next === '<EOF>' && kind !== '}'
    if (mayFollow && expected === `'${kind}'`) throw this.#missing(kind)
    throw this.#mismatched(expected)
  }

  /** Go's message for a sign without an operand. */
  #missingOperand(sign: TokenKind): Failed {
    const { start } = this.#token
    if (sign === '!') {
      return new Failed({ at: start, message: `Syntax error: extraneous input '<EOF>' expecting ${operands}` })
    }
    this.problems.push({ at: start, message: `Syntax error: no viable alternative at input '-'` })
    return this.#mismatched(operands)
  }

  #missing(kind: TokenKind): Failed {
    const { text, start } = this.#token
    return new Failed({ at: start, message: `Syntax error: missing '${kind}' at '${text}'` })
  }

  #mismatched(expected: string): Failed {
    const { text, start } = this.#token
    return new Failed({ at: start, message: `Syntax error: mismatched input '${text}' expecting ${expected}` })
  }

  /** Passes over one word that does not belong here. */
  #extraneous(expected: string): void {
    this.problems.push(this.#extraneousProblem(expected))
    this.#take()
  }

  #extraneousProblem(expected: string): CELProblem {
    const { text, start } = this.#token
    return { at: start, message: `Syntax error: extraneous input '${text}' expecting ${expected}` }
  }

  #expression(): CELNode {
    this.#depth += 1
    // Brackets within brackets, as in Go: its parser recurses for them.
    if (this.#depth > maxDepth) {
      throw new Failed({ at: nowhere, message: `expression recursion limit exceeded: ${maxDepth}` })
    }
    const condition = this.#binary(0)
    const question = this.#accept('?')
    let node = condition
    if (question !== undefined) {
      const then = this.#binary(0)
      this.#expect(':')
      const otherwise = this.#expression()
      node = { op: 'call', at: question.start, name: '_?_:_', args: [condition, then, otherwise] }
    }
    this.#depth -= 1
    return node
  }

  #binary(level: number): CELNode {
    const operators = levels[level]
    if (operators === undefined) return this.#unary()
    let left = this.#binary(level + 1)
    if (level < 2) return this.#logical(level, left)
    while (operators.includes(this.#token.kind)) {
      const { kind, start } = this.#take()
      const right = this.#binary(level + 1)
      left = { op: 'call', at: start, name: kind === 'in' ? '@in' : `_${kind}_`, args: [left, right] }
    }
    return left
  }

  /** A chain of `||` or `&&` becomes a balanced tree, as in Go: estimates of costs depend on it. */
  #logical(level: number, first: CELNode): CELNode {
    const sign = (levels[level] as readonly string[])[0] as string
    const terms = [first]
    const places: number[] = []
    while (this.#token.kind === sign) {
      places.push(this.#take().start)
      terms.push(this.#binary(level + 1))
    }
    return balanced(`_${sign}_`, terms, places)
  }

  #unary(): CELNode {
    if (!beginsOperand.has(this.#token.kind)) {
      const expected = this.#opened ?? operands
      if (!beginsOperand.has(this.#peek(1).kind) || this.#token.kind === '<EOF>') return this.#absent(expected)
      this.#extraneous(expected)
    }
    this.#opened = undefined
    const { kind, start } = this.#token
    if (kind !== '-' && kind !== '!') return this.#member()
    let count = 0
    while (this.#accept(kind) !== undefined) count += 1
    if (this.#token.kind === '<EOF>') throw this.#missingOperand(kind)
    this.#checkAfterSign(kind)
    const number = this.#token
    if (kind === '-' && count === 1 && (number.kind === 'NUM_INT' || number.kind === 'NUM_FLOAT')) {
      this.#take()
      const type = literals[number.kind] as string
      return this.#suffixes({ op: 'literal', at: start, type, value: `-${number.text}` })
    }
    const operand = this.#signedNumber() ?? this.#member()
    return count % 2 === 0 ? operand : { op: 'call', at: start, name: `${kind}_`, args: [operand] }
  }

  /** Only numbers may have a minus after `!`, and nothing may have `!` after a minus. @throws Failed */
  #checkAfterSign(kind: TokenKind): void {
    const [token, next] = [this.#token, this.#peek(1)]
    if (kind === '-') {
      if (token.kind === '!') throw this.#notViable(this.#peek(-1), token)
      if (beginsOperand.has(token.kind)) return
      this.problems.push(this.#notViable(this.#peek(-1), token).problem)
      if (!beginsOperand.has(next.kind)) throw this.#mismatched(operands)
      this.#extraneous(operands)
      return
    }
    if (!beginsOperand.has(token.kind)) throw new Failed(this.#extraneousProblem(operands))
    if (token.kind !== '-' || next.kind === 'NUM_INT' || next.kind === 'NUM_FLOAT') return
    this.#take()
    if (next.kind === '<EOF>') throw this.#missingOperand('-')
    const failed = this.#notViable(token, next)
    if (beginsOperand.has(next.kind)) throw failed
    this.problems.push(failed.problem)
    throw this.#mismatched(operands)
  }

  #notViable(from: Token, to: Token): Failed {
    const input = this.#source.slice(from.start, to.start + to.text.length)
    return new Failed({ at: to.start, message: `Syntax error: no viable alternative at input '${input}'` })
  }

  /** What should have been an operand. Go takes an operator in its place for one, and reads on. */
  #absent(expected: string): CELNode {
    const failed = this.#mismatched(expected)
    if (!operatorSigns.has(this.#token.kind)) throw failed
    this.problems.push(failed.problem)
    return { ...nothing, at: failed.problem.at }
  }

  /** A signed number after `!`. */
  #signedNumber(): CELNode | undefined {
    const { kind } = this.#peek(1)
    if (this.#token.kind !== '-' || (kind !== 'NUM_INT' && kind !== 'NUM_FLOAT')) return undefined
    const { start } = this.#take()
    const type = literals[kind] as string
    return this.#suffixes({ op: 'literal', at: start, type, value: `-${this.#take().text}` })
  }

  #member(): CELNode {
    return this.#suffixes(this.#primary())
  }

  #suffixes(first: CELNode): CELNode {
    let node = first
    for (;;) {
      const { kind, start } = this.#token
      if (kind === '.') node = this.#selection(node)
      else if (kind === '[') {
        this.#take()
        const optional = this.#accept('?') !== undefined
        this.#opened = optional ? undefined : indexStart
        const index = this.#expression()
        this.#expect(']')
        node = { op: 'call', at: start, name: optional ? '_[?_]' : '_[_]', args: [node, index] }
      } else if (kind === '{' && isQualifiedName(node)) node = this.#message(node)
      else return node
    }
  }

  #selection(of: CELNode): CELNode {
    const dot = this.#take()
    const optional = this.#accept('?') !== undefined
    const { kind, text, start } = this.#token
    if (kind !== 'IDENTIFIER' && kind !== 'ESC_IDENTIFIER') {
      const failed = this.#noField(dot, optional)
      if (kind !== 'in') throw failed
      // Go continues with the operator.
      this.problems.push(failed.problem)
      return of
    }
    this.#checkQuoted(this.#take())
    const parenthesis = this.#token
    if (kind === 'IDENTIFIER' && !optional && this.#accept('(') !== undefined) {
      const args = this.#arguments(')')
      return { op: 'call', at: parenthesis.start, name: text, target: of, args }
    }
    const field = kind === 'ESC_IDENTIFIER' ? text.slice(1, -1) : text
    return { op: 'select', at: dot.start, fieldAt: start, of, field, optional }
  }

  /** Go's messages for a missing name after a dot. */
  #noField(dot: Token, optional: boolean): Failed {
    const { kind, text, start } = this.#token
    if (optional) {
      this.problems.push(this.#mismatched('{IDENTIFIER, ESC_IDENTIFIER}').problem)
      return new Failed({ at: start, message: 'unsupported ident kind' })
    }
    if (kind === 'true' || kind === 'false' || kind === 'null') return this.#mismatched('IDENTIFIER')
    // Text between the two that is no token is dropped.
    const before = this.#source.slice(dot.start, start).replace(/[^.\s]+/g, '')
    const input = `${before}${kind === '<EOF>' ? '' : text}`
    return new Failed({ at: start, message: `Syntax error: no viable alternative at input '${input}'` })
  }

  #checkQuoted({ kind, start }: Token): void {
    if (kind !== 'ESC_IDENTIFIER' || this.#options.allowsQuotedNames === true) return
    this.problems.push({ at: start, message: "unsupported syntax: '`'" })
  }

  #arguments(end: TokenKind): CELNode[] {
    const args: CELNode[] = []
    if (this.#accept(end) !== undefined) return args
    this.#opened = argumentsOrEnd
    do args.push(this.#expression())
    while (this.#accept(',') !== undefined)
    this.#expect(end)
    return args
  }

  #primary(): CELNode {
    const { kind, text, start } = this.#token
    const literal = literals[kind]
    if (literal !== undefined) {
      this.#take()
      return { op: 'literal', at: start, type: literal, value: text }
    }
    switch (kind) {
      case '(': {
        this.#take()
        const inner = this.#expression()
        this.#expect(')')
        return inner
      }
      case '[':
        this.#take()
        return { op: 'list', at: start, items: this.#items() }
      case '{':
        this.#take()
        return { op: 'map', at: start, entries: this.#entries() }
      default:
        return this.#name()
    }
  }

  #name(): CELNode {
    const leading = this.#accept('.')
    if (this.#token.kind !== 'IDENTIFIER') throw this.#mismatched(leading === undefined ? operands : 'IDENTIFIER')
    const { text, start } = this.#take()
    const isReserved = reservedWords.includes(text)
    if (isReserved) this.problems.push({ at: start, message: `reserved identifier: ${text}` })
    const parenthesis = this.#token
    if (this.#accept('(') === undefined) {
      return isReserved
        ? { ...nothing, at: start }
        : { op: 'name', at: start, name: leading === undefined ? text : `.${text}` }
    }
    return {
      op: 'call',
      at: parenthesis.start,
      name: leading === undefined ? text : `.${text}`,
      args: this.#arguments(')'),
    }
  }

  #items(): CELItem[] {
    const items: CELItem[] = []
    if (this.#token.kind === ',' && this.#peek(1).kind === ']') this.#take()
    this.#opened = itemOrEnd
    while (this.#accept(']') === undefined) {
      const optional = this.#accept('?') !== undefined
      items.push({ node: this.#expression(), optional })
      if (this.#accept(',') === undefined) {
        this.#expect(']', "{']', ','}")
        break
      }
      if (this.#token.kind === '<EOF>') throw this.#missing(']')
    }
    return items
  }

  #entries(): (readonly [CELItem, CELNode])[] {
    const entries: (readonly [CELItem, CELNode])[] = []
    this.#opened = entryOrEnd
    while (this.#accept('}') === undefined) {
      const optional = this.#accept('?') !== undefined
      const key = { node: this.#expression(), optional }
      this.#expect(':')
      entries.push([key, this.#expression()])
      if (this.#accept(',') === undefined) {
        this.#expect('}', "{'}', ','}")
        break
      }
      if (this.#token.kind === '<EOF>') throw this.#missing('}')
    }
    return entries
  }

  #message(type: CELNode): CELNode {
    const { start } = this.#take()
    const fields: { name: string; at: number; value: CELNode; optional: boolean }[] = []
    while (this.#accept('}') === undefined) {
      const optional = this.#accept('?') !== undefined
      const field = this.#token
      if (field.kind !== 'IDENTIFIER' && field.kind !== 'ESC_IDENTIFIER') {
        throw this.#mismatched("{'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}")
      }
      this.#checkQuoted(this.#take())
      const colon = this.#expect(':')
      const name = field.kind === 'ESC_IDENTIFIER' ? field.text.slice(1, -1) : field.text
      fields.push({ name, at: colon.start, value: this.#expression(), optional })
      if (this.#accept(',') !== undefined) continue
      this.#expect('}', "{'}', ','}")
      break
    }
    return { op: 'message', at: start, name: qualifiedName(type) as string, fields }
  }
}

function isQualifiedName(node: CELNode): boolean {
  return qualifiedName(node) !== undefined
}

/** The name that a chain of fields spells: `a.b.c`. */
export function qualifiedName(node: CELNode): string | undefined {
  if (node.op === 'name') return node.name
  if (node.op !== 'select' || node.optional) return undefined
  const of = qualifiedName(node.of)
  return of === undefined ? undefined : `${of}.${node.field}`
}
