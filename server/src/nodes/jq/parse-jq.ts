import { JQSyntaxError } from './jq-error.js'
import { jqFunctionNames } from './jq-functions.js'
import type { JQNode, JQOperator } from './jq-node.js'
import { type JQToken, lexJQ } from './lex-jq.js'

/** Parses an expression of jq. @throws JQSyntaxError also for what is not supported: definitions, updates, paths, formats */
export function parseJQ(source: string): JQNode {
  return new JQParser(source, lexJQ(source)).parse()
}

/** Operators by how tightly they bind, loosest first. */
const levels: readonly (readonly JQOperator[])[] = [
  ['|'],
  [','],
  ['//'],
  ['or'],
  ['and'],
  ['==', '!=', '<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/', '%'],
]
const rightAssociative = new Set<JQOperator>(['|', '//'])
const identity: JQNode = { kind: 'identity' }
const constants = new Map<string, JQNode>([
  ['null', { kind: 'constant', value: null }],
  ['true', { kind: 'constant', value: true }],
  ['false', { kind: 'constant', value: false }],
])

class JQParser {
  readonly #source: string
  readonly #tokens: readonly JQToken[]
  readonly #variables: string[] = []
  #next = 0

  constructor(source: string, tokens: readonly JQToken[], variables: readonly string[] = []) {
    this.#source = source
    this.#tokens = tokens
    this.#variables.push(...variables)
  }

  parse(): JQNode {
    const node = this.#level(0)
    if (this.#token.kind !== 'end') throw this.#unexpected()
    return node
  }

  get #token(): JQToken {
    return this.#tokens[this.#next]!
  }

  #level(level: number): JQNode {
    const operators = levels[level]
    if (operators === undefined) return this.#postfix()
    let left = this.#level(level + 1)
    for (;;) {
      if (level === 0 && this.#token.text === 'as' && this.#token.kind === 'word') left = this.#bind(left)
      const operator = operators.find((each) => each === this.#token.text && this.#token.kind !== 'text')
      if (operator === undefined) return left
      this.#next++
      const right = this.#level(rightAssociative.has(operator) ? level : level + 1)
      left = { kind: 'operator', operator, left, right }
    }
  }

  /** `of as $name | body` */
  #bind(of: JQNode): JQNode {
    this.#next++
    const name = this.#variable()
    this.#expect('|')
    this.#variables.push(name)
    const body = this.#level(0)
    this.#variables.pop()
    return { kind: 'bind', of, name, body }
  }

  #postfix(): JQNode {
    let node = this.#term()
    for (;;) {
      const { kind, text } = this.#token
      if (kind === 'field') {
        this.#next++
        node = { kind: 'index', of: node, key: { kind: 'constant', value: text.slice(1) } }
      } else if (kind === 'mark' && text === '[') node = this.#brackets(node)
      else if (kind === 'mark' && text === '.' && this.#startsSuffix()) {
        this.#next++
        node = this.#token.kind === 'text' ? { kind: 'index', of: node, key: this.#text() } : this.#brackets(node)
      } else if (kind === 'mark' && text === '?') {
        this.#next++
        node = { kind: 'try', body: node, otherwise: undefined }
      } else return node
    }
  }

  /** After a dot: `."name"` or `.[…]`. */
  #startsSuffix(): boolean {
    const after = this.#tokens[this.#next + 1]
    return after?.kind === 'text' || (after?.kind === 'mark' && after.text === '[')
  }

  #brackets(of: JQNode): JQNode {
    this.#expect('[')
    if (this.#takes(']')) return { kind: 'each', of }
    if (this.#takes(':')) return this.#slice(of, undefined)
    const key = this.#level(0)
    if (this.#takes(':')) return this.#slice(of, key)
    this.#expect(']')
    return { kind: 'index', of, key }
  }

  #slice(of: JQNode, from: JQNode | undefined): JQNode {
    const to = this.#takes(']') ? undefined : this.#level(0)
    if (to !== undefined) this.#expect(']')
    return { kind: 'slice', of, from, to }
  }

  #term(): JQNode {
    const token = this.#token
    switch (token.kind) {
      case 'field':
        this.#next++
        return { kind: 'index', of: identity, key: { kind: 'constant', value: token.text.slice(1) } }
      case 'variable':
        return { kind: 'variable', name: this.#knownVariable() }
      case 'number':
        this.#next++
        return { kind: 'constant', value: /^\d+$/.test(token.text) ? BigInt(token.text) : Number(token.text) }
      case 'text':
        return this.#text()
      case 'word':
        return this.#word(token)
      default:
        return this.#mark(token)
    }
  }

  #mark({ text }: JQToken): JQNode {
    if (this.#takes('..')) return { kind: 'descent' }
    if (this.#takes('(')) {
      const node = this.#level(0)
      this.#expect(')')
      return node
    }
    if (text === '[') {
      this.#next++
      if (this.#takes(']')) return { kind: 'list', of: undefined }
      const of = this.#level(0)
      this.#expect(']')
      return { kind: 'list', of }
    }
    if (this.#takes('{')) return this.#object()
    if (this.#takes('-')) return { kind: 'negative', of: this.#postfix() }
    if (text !== '.') throw this.#unexpected()
    this.#next++
    if (this.#token.kind === 'text') return { kind: 'index', of: identity, key: this.#text() }
    return identity
  }

  #word(token: JQToken): JQNode {
    const constant = constants.get(token.text)
    if (constant === undefined && token.text === 'if') return this.#if()
    this.#next++
    if (constant !== undefined) return constant
    if (token.text === 'try') {
      const body = this.#postfix()
      return { kind: 'try', body, otherwise: this.#takesWord('catch') ? this.#postfix() : undefined }
    }
    if (token.text === 'reduce') return this.#reduce()
    const args: JQNode[] = []
    if (this.#takes('(')) {
      do args.push(this.#level(0))
      while (this.#takes(';'))
      this.#expect(')')
    }
    const name = `${token.text}/${args.length}`
    if (!jqFunctionNames.has(name)) throw new JQSyntaxError(`function not defined: ${name}`, this.#source, token.at)
    return { kind: 'call', name, args }
  }

  #if(): JQNode {
    this.#next++
    const test = this.#level(0)
    this.#expectWord('then')
    const then = this.#level(0)
    if (this.#token.kind === 'word' && this.#token.text === 'elif')
      return { kind: 'if', test, then, otherwise: this.#if() }
    const otherwise = this.#takesWord('else') ? this.#level(0) : undefined
    this.#expectWord('end')
    return { kind: 'if', test, then, otherwise }
  }

  #reduce(): JQNode {
    const of = this.#postfix()
    this.#expectWord('as')
    const name = this.#variable()
    this.#expect('(')
    const start = this.#level(0)
    this.#expect(';')
    this.#variables.push(name)
    const update = this.#level(0)
    this.#variables.pop()
    this.#expect(')')
    return { kind: 'reduce', of, name, start, update }
  }

  #object(): JQNode {
    const members: (readonly [JQNode, JQNode])[] = []
    while (!this.#takes('}')) {
      if (members.length > 0) this.#expect(',')
      members.push(this.#member())
    }
    return { kind: 'object', members }
  }

  #member(): readonly [JQNode, JQNode] {
    const token = this.#token
    if (token.kind === 'variable') {
      const name = this.#knownVariable()
      return [
        { kind: 'constant', value: name.slice(1) },
        { kind: 'variable', name },
      ]
    }
    const key = this.#memberKey(token)
    // The value of a member ends at a comma.
    if (this.#takes(':')) return [key, this.#memberValue()]
    if (token.kind === 'mark') throw this.#unexpected()
    return [key, { kind: 'index', of: identity, key }]
  }

  #memberKey(token: JQToken): JQNode {
    if (token.kind === 'text') return this.#text()
    if (token.kind === 'word') {
      this.#next++
      return { kind: 'constant', value: token.text }
    }
    this.#expect('(')
    const key = this.#level(0)
    this.#expect(')')
    return key
  }

  #memberValue(): JQNode {
    let node = this.#postfix()
    while (this.#takes('|')) node = { kind: 'operator', operator: '|', left: node, right: this.#postfix() }
    return node
  }

  #text(): JQNode {
    const { parts = [] } = this.#token
    this.#next++
    const [only] = parts
    if (parts.length === 1 && typeof only === 'string') return { kind: 'constant', value: only }
    return { kind: 'text', parts: parts.map((part) => this.#textPart(part)) }
  }

  #textPart(part: string | { readonly expression: string; readonly at: number }): JQNode {
    if (typeof part === 'string') return { kind: 'constant', value: part }
    // Spaces in front keep the columns of errors.
    const tokens = lexJQ(' '.repeat(part.at) + part.expression)
    return new JQParser(this.#source, tokens, this.#variables).parse()
  }

  #variable(): string {
    const { kind, text } = this.#token
    if (kind !== 'variable') throw this.#unexpected()
    this.#next++
    return text
  }

  #knownVariable(): string {
    const { at } = this.#token
    const name = this.#variable()
    if (!this.#variables.includes(name)) throw new JQSyntaxError(`variable not defined: ${name}`, this.#source, at)
    return name
  }

  #takes(mark: string): boolean {
    const takes = this.#token.kind === 'mark' && this.#token.text === mark
    if (takes) this.#next++
    return takes
  }

  #takesWord(word: string): boolean {
    const takes = this.#token.kind === 'word' && this.#token.text === word
    if (takes) this.#next++
    return takes
  }

  #expect(mark: string): void {
    if (!this.#takes(mark)) throw this.#unexpected()
  }

  #expectWord(word: string): void {
    if (!this.#takesWord(word)) throw this.#unexpected()
  }

  #unexpected(): JQSyntaxError {
    const { kind, text, at } = this.#token
    const found = kind === 'end' ? 'end of expression' : `token ${JSON.stringify(text)}`
    return new JQSyntaxError(`unexpected ${found}`, this.#source, at)
  }
}
