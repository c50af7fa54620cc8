import { Composer, type CST, type Document, Lexer, LineCounter, type ParsedNode, Parser } from 'yaml'
import type { TextPosition } from '../../../errors/machinery-error.js'
import { type Problem, positionIn, toSyntaxError } from './parse-problem.js'
import { type YAMLSyntaxError, yamlError } from './yaml-error.js'

/** Levels of nesting beyond which composing could exhaust the stack. */
const maxDepth = 500

/** One parsed document and where its parts stand. */
export interface ComposedDocument {
  readonly text: string
  readonly root: ParsedNode | null
  positionOf(offset: number): TextPosition
}

/** `...` before anything else. */
const leadingEnd = /^(?:[ \t]*(?:#.*)?\n)*\.\.\.(?:[ \t\n]|$)/

/** Node structure only: what scalars mean is decided by this library, as Go does. */
const options = {
  version: '1.1',
  schema: 'failsafe',
  merge: false,
  uniqueKeys: false,
  strict: true,
  stringKeys: false,
  keepSourceTokens: true,
  prettyErrors: false,
  logLevel: 'silent',
} as const

/** Checks what stands before a document. */
class Prelude {
  #version = false
  #over = false

  check(token: CST.Token): void {
    if (token.type === 'document') this.#over = true
    if (this.#over) return
    if (token.type === 'directive') this.#checkDirective(token.source)
  }

  #checkDirective(source: string): void {
    const [name, value] = source.split(/[ \t]+/)
    if (name === '%YAML') {
      if (this.#version) throw yamlError('found duplicate %YAML directive')
      if (value !== '1.1') throw yamlError('found incompatible YAML document')
      this.#version = true
    } else if (name !== '%TAG') throw yamlError('found unknown directive name')
  }
}

/** Where a root value in flow style ends; Go does not look at what comes behind. */
function flowEndOf(token: CST.Token): number {
  if (token.type !== 'document' || token.value?.type !== 'flow-collection') return Number.POSITIVE_INFINITY
  return token.value.end[0]?.offset ?? Number.POSITIVE_INFINITY
}

/** The source of a problem as the parser names it: an offset, a range or a token. */
type ProblemSource = number | readonly number[] | { readonly offset: number }

type ProblemReport = [source: ProblemSource, code: string, message: string, warning?: boolean]

function offsetOf(source: ProblemSource): number {
  if (typeof source === 'number') return source
  return 'offset' in source ? source.offset : (source[0] ?? 0)
}

/** Composes the nodes of a stream's first document and stops at the first error. */
class FirstDocumentComposer {
  readonly #text: string
  readonly #lines: LineCounter
  readonly #composer = new Composer<ParsedNode>(options)
  readonly #prelude = new Prelude()
  #begun = false
  #flowEnd = Number.POSITIVE_INFINITY
  #first: YAMLSyntaxError | undefined

  constructor(text: string, lines: LineCounter) {
    this.#text = text
    this.#lines = lines
    // The composer would collect an error, with its stack, for each of a million stray commas.
    const onError = (...[source, code, message, warning]: ProblemReport): void => {
      if (warning !== true) this.#reject({ code, message, offset: offsetOf(source) })
    }
    Object.assign(this.#composer, { onError })
  }

  /** Takes one token; returns the document when that is complete. */
  next(token: CST.Token): Document.Parsed | undefined {
    if (token.type === 'document') {
      // The second document completes the first one, and is not looked at.
      if (this.#begun) return this.end()
      this.#begun = true
    }
    this.#prelude.check(token)
    this.#flowEnd = Math.min(this.#flowEnd, flowEndOf(token))
    return this.#take(this.#composer.next(token))
  }

  end(): Document.Parsed | undefined {
    return this.#take(this.#composer.end(true, this.#text.length))
  }

  #take(documents: Iterable<unknown>): Document.Parsed | undefined {
    for (const document of documents as Iterable<Document.Parsed>) {
      for (const { code, message, pos } of document.errors) this.#reject({ code, message, offset: pos[0] })
      return document
    }
    return undefined
  }

  #reject(problem: Problem): void {
    const { code, message, offset } = problem
    if (code === 'TAG_RESOLVE_FAILED' && !message.startsWith('Could not resolve tag')) return
    if (code === 'BAD_DQ_ESCAPE' || (code === 'UNEXPECTED_TOKEN' && offset >= this.#flowEnd)) return
    // On its way out the composer reports what is thrown once more.
    this.#first ??= toSyntaxError(problem, this.#text, this.#lines)
    throw this.#first
  }
}

function composeFirst(text: string, lines: LineCounter): Document.Parsed | undefined {
  const composer = new FirstDocumentComposer(text, lines)
  const parser = new Parser(lines.addNewLine)
  lines.addNewLine(0)
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) {
      const document = composer.next(token)
      if (document !== undefined) return document
    }
    if (parser.stack.length > maxDepth) throw yamlError(`exceeded max depth of ${maxDepth}`)
  }
  for (const token of parser.end()) {
    const document = composer.next(token)
    if (document !== undefined) return document
  }
  return composer.end()
}

/**
 * Parses the first document of `text`, whose lines end in `\n`. `root` is null for an empty stream.
 *
 * @throws YAMLSyntaxError for text that is not YAML, that asks for another version than 1.1 or nests too deeply.
 */
export function composeDocument(text: string): ComposedDocument {
  if (leadingEnd.test(text)) throw yamlError('did not find expected node content')
  const lines = new LineCounter()
  const document = composeFirst(text, lines)
  return { text, root: document?.contents ?? null, positionOf: (offset) => positionIn(lines, offset) }
}
