import {
  Composer,
  type CST,
  type Document,
  isCollection,
  LineCounter,
  type ParsedNode,
  Parser,
  type YAMLParseError,
} from 'yaml'
import type { TextPosition } from '../../../errors/machinery-error.js'
import { scanError, type YAMLSyntaxError, yamlError } from './yaml-error.js'

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

type Container = Extract<CST.Token, { items: unknown }>

function childrenOf(token: Container): CST.Token[] {
  const children: CST.Token[] = []
  for (const item of token.items) {
    if (item.key != null) children.push(item.key as CST.Token)
    if (item.value != null) children.push(item.value as CST.Token)
  }
  return children
}

/** Refuses nesting that would exhaust the stack, without using it. */
function checkDepth(document: CST.Token): void {
  if (document.type !== 'document' || document.value === undefined) return
  let level: CST.Token[] = [document.value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) throw yamlError(`exceeded max depth of ${maxDepth}`)
    level = level.flatMap((token) => ('items' in token ? childrenOf(token as Container) : []))
  }
}

function positionIn(lines: LineCounter, offset: number): TextPosition {
  const { line, col } = lines.linePos(offset)
  return { offset, line: Math.max(line, 1), column: Math.max(col, 1) }
}

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

/** Where Go stands when it finds that a colon makes no sense: at the colon. */
function colonAfter(text: string, offset: number): number {
  const colon = text.slice(offset).search(/:(?=[ \t\n]|$)/)
  return colon < 0 ? offset : offset + colon
}

/** What Go says, and whether it says so while building nodes, when it counts lines from zero. */
interface GoProblem {
  readonly problem: string
  readonly late?: boolean
}

/** Go's wording for what the parser reports. */
function goProblem({ code, message }: YAMLParseError): GoProblem {
  switch (code) {
    case 'BLOCK_AS_IMPLICIT_KEY':
      return message.startsWith('A block sequence')
        ? { problem: 'block sequence entries are not allowed in this context' }
        : { problem: 'mapping values are not allowed in this context' }
    case 'BAD_SCALAR_START':
    case 'TAB_AS_INDENT':
      return { problem: 'found character that cannot start any token' }
    case 'MULTILINE_IMPLICIT_KEY':
    case 'KEY_OVER_1024_CHARS':
      return { problem: "could not find expected ':'" }
    case 'BAD_INDENT':
    case 'MISSING_CHAR':
      return missing(message)
    case 'UNEXPECTED_TOKEN':
      return message.startsWith('Unexpected block-seq-ind')
        ? { problem: 'block sequence entries are not allowed in this context' }
        : { problem: message }
    default:
      return { problem: message }
  }
}

function missing(message: string): GoProblem {
  if (message.startsWith('Missing closing')) return { problem: 'found unexpected end of stream' }
  if (message.startsWith('Implicit')) return { problem: "could not find expected ':'" }
  if (message.startsWith('Flow map')) return { problem: "did not find expected ',' or '}'", late: true }
  if (message.startsWith('Flow seq')) return { problem: "did not find expected ',' or ']'", late: true }
  return { problem: 'did not find expected key', late: true }
}

/** Go misses a colon when it comes to the next line with content. */
function nextContentLine(text: string, lines: LineCounter, offset: number): number {
  const rest = /\n(?:[ \t]*(?:#.*)?\n)*[ \t]*(?=[^ \t\n])/g
  rest.lastIndex = offset
  const found = rest.exec(text)
  return found === null
    ? positionIn(lines, text.length).line + (text.endsWith('\n') ? 0 : 1)
    : positionIn(lines, rest.lastIndex).line
}

function toError(error: YAMLParseError, text: string, lines: LineCounter): YAMLSyntaxError {
  const { problem, late = false } = goProblem(error)
  const start = error.pos[0]
  const position = positionIn(lines, problem.startsWith('mapping values') ? colonAfter(text, start) : start)
  if (problem.startsWith('could not')) {
    return yamlError(`line ${nextContentLine(text, lines, start)}: ${problem}`, position)
  }
  if (!late) return scanError(problem, position)
  // What ends with the stream is missed on the line after the last one.
  const line = position.line - (start >= text.length && !text.endsWith('\n') ? 0 : 1)
  return yamlError(line > 0 ? `line ${line}: ${problem}` : problem, position)
}

/** Throws the first error that Go would report: none for tags, and none behind a root value in flow style. */
function rejectErrors({ contents, errors }: Document.Parsed, text: string, lines: LineCounter): void {
  const flowEnd = isCollection(contents) && contents.flow === true ? contents.range[1] : Number.POSITIVE_INFINITY
  for (const error of errors) {
    if (error.code === 'TAG_RESOLVE_FAILED' && !error.message.startsWith('Could not resolve tag')) continue
    if (error.code === 'BAD_DQ_ESCAPE' || (error.code === 'UNEXPECTED_TOKEN' && error.pos[0] >= flowEnd)) continue
    throw toError(error, text, lines)
  }
}

/**
 * Parses the first document of `text`, whose lines end in `\n`. `root` is null for an empty stream.
 *
 * @throws YAMLSyntaxError for text that is not YAML, that asks for another version than 1.1 or nests too deeply.
 */
export function composeDocument(text: string): ComposedDocument {
  if (leadingEnd.test(text)) throw yamlError('did not find expected node content')
  const lines = new LineCounter()
  const parser = new Parser(lines.addNewLine)
  const composer = new Composer<ParsedNode>(options)
  const done = (document: Document.Parsed | undefined): ComposedDocument => {
    if (document !== undefined) rejectErrors(document, text, lines)
    return { text, root: document?.contents ?? null, positionOf: (offset) => positionIn(lines, offset) }
  }
  const prelude = new Prelude()
  for (const token of parser.parse(text)) {
    prelude.check(token)
    checkDepth(token)
    for (const document of composer.next(token)) return done(document as Document.Parsed)
  }
  for (const document of composer.end(true, text.length)) return done(document as Document.Parsed)
  return done(undefined)
}
