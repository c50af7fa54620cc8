import { lexTemplate, type TemplatePiece } from './lex-template.js'
import { PipeParser } from './parse-pipe.js'
import { positionOf, TemplateError } from './template-error.js'
import type { ParsedTemplate, Pipe, TemplateNode } from './template-node.js'
import { unquote } from './unquote.js'

/** Parses a template of Go's text/template, whose functions have these names. @throws TemplateError with line and column */
export function parseTemplate(source: string, functions: ReadonlySet<string>): ParsedTemplate {
  return new TemplateParser(source, functions).parse()
}

type Action = Extract<TemplatePiece, { tokens: unknown }>

/** How a list of nodes ended. */
interface Block {
  readonly nodes: readonly TemplateNode[]
  readonly end: PipeParser | undefined
}

class TemplateParser {
  readonly #source: string
  readonly #functions: ReadonlySet<string>
  readonly #definitions = new Map<string, readonly TemplateNode[]>()
  readonly #pieces: readonly TemplatePiece[]
  #next = 0
  /** Names of the variables that can be used here. */
  #variables: string[] = ['$']
  #ranges = 0

  constructor(source: string, functions: ReadonlySet<string>) {
    this.#source = source
    this.#functions = functions
    this.#pieces = lexTemplate(source)
  }

  parse(): ParsedTemplate {
    const { nodes, end } = this.#block()
    if (end !== undefined) throw this.#error(end.at, `unexpected {{${end.keyword}}}`)
    return { source: this.#source, body: nodes, definitions: this.#definitions }
  }

  /** Nodes up to `end` or `else`. */
  #block(): Block {
    const nodes: TemplateNode[] = []
    while (this.#next < this.#pieces.length) {
      const piece = this.#pieces[this.#next++]!
      if ('text' in piece) {
        if (piece.text !== '') nodes.push({ kind: 'text', text: piece.text })
        continue
      }
      const action = this.#open(piece)
      if (action.keyword === 'end' || action.keyword === 'else') return { nodes, end: action }
      const node = this.#action(action)
      if (node !== undefined) nodes.push(node)
    }
    return { nodes, end: undefined }
  }

  #open({ tokens, at }: Action): PipeParser {
    const source = this.#source
    const functions = this.#functions
    const variables = this.#variables
    return new PipeParser({ source, tokens, at, functions, variables })
  }

  #action(action: PipeParser): TemplateNode | undefined {
    switch (action.keyword) {
      case 'if':
      case 'with':
      case 'range':
        return this.#control(action.keyword, action)
      case 'break':
      case 'continue':
        if (this.#ranges === 0) throw this.#error(action.at, `{{${action.keyword}}} outside {{range}}`)
        action.skip()
        action.done()
        return { kind: action.keyword }
      case 'define':
        this.#define(action)
        return undefined
      case 'block':
      case 'template':
        return this.#template(action)
      default:
        return { kind: 'action', pipe: action.pipe('command') }
    }
  }

  #control(kind: 'if' | 'with' | 'range', action: PipeParser): TemplateNode {
    const before = [...this.#variables]
    if (action.keyword === kind) action.skip()
    const pipe = action.pipe(kind)
    if (kind === 'range') this.#ranges++
    const { nodes: body, end } = this.#block()
    if (kind === 'range') this.#ranges--
    if (end === undefined) throw this.#error(this.#source.length, 'unexpected EOF')
    const otherwise = end.keyword === 'else' ? this.#otherwise(kind, end) : undefined
    if (end.keyword === 'end') this.#end(end)
    this.#variables = before
    return { kind, pipe, body, otherwise }
  }

  #otherwise(kind: 'if' | 'with' | 'range', end: PipeParser): readonly TemplateNode[] {
    end.skip()
    if (end.keyword === kind && kind !== 'range') return [this.#control(kind, end)]
    end.done()
    const { nodes, end: last } = this.#block()
    if (last === undefined) throw this.#error(this.#source.length, 'unexpected EOF')
    if (last.keyword !== 'end') throw this.#error(last.at, `expected end; found {{${last.keyword}}}`)
    this.#end(last)
    return nodes
  }

  #end(end: PipeParser): void {
    end.skip()
    end.done()
  }

  #define(action: PipeParser): void {
    action.skip()
    const name = unquote(action.textConstant('define clause'))
    action.done()
    this.#definitions.set(name, this.#body())
  }

  #template(action: PipeParser): TemplateNode {
    const { keyword, at } = action
    action.skip()
    const name = unquote(action.textConstant(`${keyword} clause`))
    const pipe: Pipe | undefined = action.isDone ? undefined : action.pipe(keyword)
    if (keyword === 'block') this.#definitions.set(name, this.#body())
    return { kind: 'template', name, at, pipe }
  }

  /** The nodes of a template that is defined here: it sees no variables of this one. */
  #body(): readonly TemplateNode[] {
    const [variables, ranges] = [this.#variables, this.#ranges]
    this.#variables = ['$']
    this.#ranges = 0
    const { nodes, end } = this.#block()
    if (end === undefined) throw this.#error(this.#source.length, 'unexpected EOF')
    if (end.keyword !== 'end') throw this.#error(end.at, `unexpected {{${end.keyword}}} in define clause`)
    this.#end(end)
    this.#variables = variables
    this.#ranges = ranges
    return nodes
  }

  #error(at: number, message: string): TemplateError {
    return new TemplateError(`template: _:${positionOf(this.#source, at).line}: ${message}`)
  }
}
