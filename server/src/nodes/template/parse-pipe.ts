import type { TemplateToken } from './lex-template.js'
import { positionOf, TemplateError } from './template-error.js'
import type { Command, Operand, Pipe } from './template-node.js'
import { GoFloat, type TemplateValue } from './template-value.js'
import { unquote } from './unquote.js'

/** An action, and what it may refer to. */
export interface PipeParserOptions {
  readonly source: string
  readonly tokens: readonly TemplateToken[]
  readonly at: number
  readonly functions: ReadonlySet<string>
  /** Receives the variables that are declared. */
  readonly variables: string[]
}

const keywords = new Set(['if', 'else', 'end', 'range', 'with', 'break', 'continue', 'define', 'template', 'block'])

/** Reads the tokens of one action. */
export class PipeParser {
  readonly at: number
  readonly #options: PipeParserOptions
  #next = 0

  constructor(options: PipeParserOptions) {
    this.at = options.at
    this.#options = options
  }

  /** The keyword that comes next; the empty text if none does. */
  get keyword(): string {
    const token = this.#peek
    return token?.kind === 'word' && keywords.has(token.text) ? token.text : ''
  }

  get isDone(): boolean {
    return this.#peek === undefined
  }

  skip(): void {
    this.#next++
  }

  /** @throws TemplateError when there is more */
  done(): void {
    if (this.#peek !== undefined) throw this.#unexpected(this.#peek, 'end of action')
  }

  textConstant(context: string): string {
    const token = this.#peek
    if (token?.kind !== 'text') throw this.#unexpected(token, context)
    this.skip()
    return token.text
  }

  /** The pipeline that the rest of the action is, or what is between parentheses. */
  pipe(context: string, isNested = false): Pipe {
    const from = this.#peek?.at ?? this.at
    const { variables, assigns } = this.#declared(context === 'range')
    const commands: Command[] = []
    do commands.push(this.#command())
    while (this.#takes('|'))
    if (!isNested) this.done()
    if (commands.some(({ operands }) => operands.length === 0)) throw this.#error(from, `missing value for ${context}`)
    this.#checkLater(commands)
    if (!assigns) this.#options.variables.push(...variables)
    const last = this.#options.tokens[this.#next - 1]
    const text = last === undefined ? '' : this.#options.source.slice(from, last.at + last.text.length)
    return { at: from, text, variables, assigns, commands }
  }

  /** Only functions and fields take what a pipeline passes on. */
  #checkLater(commands: readonly Command[]): void {
    commands.slice(1).forEach(({ operands }, index) => {
      const [first] = operands
      if (first?.kind === 'constant' || first?.kind === 'dot' || first?.kind === 'nil')
        throw this.#error(first.at, `non executable command in pipeline stage ${index + 2}`)
    })
  }

  #declared(isRange: boolean): Pick<Pipe, 'variables' | 'assigns'> {
    const names: string[] = []
    const from = this.#next
    while (this.#peek?.kind === 'variable') {
      const token = this.#peek
      names.push(token.text)
      this.skip()
      if (this.#takes(':=')) return { variables: names, assigns: false }
      if (this.#takes('=')) {
        for (const name of names) this.#checkVariable(name, token)
        return { variables: names, assigns: true }
      }
      if (!isRange || names.length > 1 || !this.#takes(',')) break
    }
    this.#next = from
    return { variables: [], assigns: false }
  }

  #command(): Command {
    const at = this.#peek?.at ?? this.at
    const operands: Operand[] = []
    for (let token = this.#peek; token !== undefined; token = this.#peek) {
      if (token.kind === 'mark' && token.text !== '(' && token.text !== '.') break
      if (operands.length > 0 && !token.spaced && token.kind !== 'mark') throw this.#unexpected(token, 'operand')
      operands.push(this.#operand(token))
    }
    return { at, operands }
  }

  #operand(token: TemplateToken): Operand {
    const { at } = token
    this.skip()
    const first = this.#term(token)
    const names: string[] = []
    for (let next = this.#peek; next?.kind === 'field' && !next.spaced; next = this.#peek) {
      names.push(next.text.slice(1))
      this.skip()
    }
    if (names.length === 0) return first
    const text = first.text + names.map((name) => `.${name}`).join('')
    if (first.kind === 'field' || first.kind === 'variable')
      return { ...first, text, names: [...first.names, ...names] }
    if (first.kind === 'constant' || first.kind === 'nil' || first.kind === 'dot')
      throw this.#error(at, `unexpected . after term ${JSON.stringify(first.text)}`)
    return { kind: 'chain', at, text, operand: first, names }
  }

  #term(token: TemplateToken): Operand {
    const { kind, text, at } = token
    switch (kind) {
      case 'field':
        return { kind, at, text, names: [text.slice(1)] }
      case 'variable':
        this.#checkVariable(text, token)
        return { kind, at, text, name: text, names: [] }
      case 'number':
        return { kind: 'constant', at, text, value: numberConstant(text) ?? this.#badNumber(token) }
      case 'text':
        return { kind: 'constant', at, text, value: unquote(text) }
      case 'character':
        return { kind: 'constant', at, text, value: BigInt(unquote(text).codePointAt(0) ?? 0) }
      case 'word':
        return this.#word(token)
      default:
        return text === '.' ? { kind: 'dot', at, text } : this.#parentheses(token)
    }
  }

  #word({ text, at }: TemplateToken): Operand {
    if (text === 'true' || text === 'false') return { kind: 'constant', at, text, value: text === 'true' }
    if (text === 'nil') return { kind: 'nil', at, text }
    if (!this.#options.functions.has(text)) throw this.#error(at, `function ${JSON.stringify(text)} not defined`)
    return { kind: 'function', at, text, name: text }
  }

  #parentheses(token: TemplateToken): Operand {
    if (token.text !== '(') throw this.#unexpected(token, 'operand')
    const pipe = this.pipe('parenthesized pipeline', true)
    if (!this.#takes(')')) throw this.#error(token.at, 'unclosed left paren')
    return { kind: 'pipe', at: token.at, text: `(${pipe.text})`, pipe }
  }

  #badNumber({ at, text }: TemplateToken): never {
    throw this.#error(at, `bad number syntax: ${JSON.stringify(text)}`)
  }

  #checkVariable(name: string, { at }: TemplateToken): void {
    if (!this.#options.variables.includes(name)) throw this.#error(at, `undefined variable ${JSON.stringify(name)}`)
  }

  get #peek(): TemplateToken | undefined {
    return this.#options.tokens[this.#next]
  }

  #takes(mark: string): boolean {
    const token = this.#peek
    const takes = token?.kind === 'mark' && token.text === mark
    if (takes) this.skip()
    return takes
  }

  #unexpected(token: TemplateToken | undefined, context: string): TemplateError {
    const found = token === undefined ? 'end of action' : JSON.stringify(token.text)
    return this.#error(token?.at ?? this.at, `unexpected ${found} in ${context}`)
  }

  #error(at: number, message: string): TemplateError {
    const { line, column } = positionOf(this.#options.source, at)
    return new TemplateError(`template: _:${line}:${column}: ${message}`)
  }
}

function numberConstant(text: string): TemplateValue {
  const plain = text.replaceAll('_', '')
  const [, sign = '', digits = ''] = /^([+-]?)(.*)$/s.exec(plain) ?? []
  if (/^(?:0[xXbBoO][\da-fA-F]+|\d+)$/.test(digits)) {
    const whole = /^0\d+$/.test(digits) ? BigInt(`0o${digits}`) : BigInt(digits)
    return sign === '-' ? -whole : whole
  }
  const value = Number(plain)
  return Number.isNaN(value) ? undefined : new GoFloat(value)
}
