import type { LineCounter } from 'yaml'
import type { TextPosition } from '../../../errors/machinery-error.js'
import { scanError, type YAMLSyntaxError, yamlError } from './yaml-error.js'

/** The place of an offset, lines and columns counted from 1. */
export function positionIn(lines: LineCounter, offset: number): TextPosition {
  const { line, col } = lines.linePos(offset)
  return { offset, line: Math.max(line, 1), column: Math.max(col, 1) }
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

/** What the parser reports. */
export interface Problem {
  readonly code: string
  readonly message: string
  readonly offset: number
}

const noValue: GoProblem = { problem: 'mapping values are not allowed in this context' }
const noEntry: GoProblem = { problem: 'block sequence entries are not allowed in this context' }
const noToken: GoProblem = { problem: 'found character that cannot start any token' }
const noColon: GoProblem = { problem: "could not find expected ':'" }
const noKey: GoProblem = { problem: 'did not find expected key', late: true }
const noNode: GoProblem = { problem: 'did not find expected node content', late: true }
const noBrace: GoProblem = { problem: "did not find expected ',' or '}'", late: true }
const noBracket: GoProblem = { problem: "did not find expected ',' or ']'", late: true }

/** Go's wording, by the parser's code and the beginning of its message. */
const wordings: readonly (readonly [code: string, start: string, problem: GoProblem])[] = [
  ['BLOCK_AS_IMPLICIT_KEY', 'A block sequence', noEntry],
  ['BLOCK_AS_IMPLICIT_KEY', '', noValue],
  ['BAD_SCALAR_START', 'Plain value cannot start with flow', noNode],
  ['BAD_SCALAR_START', '', noToken],
  ['TAB_AS_INDENT', '', noToken],
  ['MULTILINE_IMPLICIT_KEY', '', noColon],
  ['KEY_OVER_1024_CHARS', '', noColon],
  ['BLOCK_IN_FLOW', '', noBrace],
  ['MISSING_CHAR', 'Missing closing', { problem: 'found unexpected end of stream' }],
  ['MISSING_CHAR', 'Implicit', noColon],
  ['MISSING_CHAR', 'Flow map', noBrace],
  ['BAD_INDENT', 'Flow map', noBrace],
  ['MISSING_CHAR', 'Flow seq', noBracket],
  ['BAD_INDENT', 'Flow seq', noBracket],
  ['MISSING_CHAR', '', noKey],
  ['BAD_INDENT', '', noKey],
  ['UNEXPECTED_TOKEN', 'Unexpected block-seq-ind', noEntry],
  ['UNEXPECTED_TOKEN', 'Unexpected flow-map-end', noNode],
  ['UNEXPECTED_TOKEN', 'Unexpected flow-seq-end', noNode],
]

function goProblem({ code, message, offset }: Problem, text: string): GoProblem {
  if (code === 'UNEXPECTED_TOKEN' && message.endsWith('at node end')) return noKey
  const wording = wordings.find(([known, start]) => code === known && message.startsWith(start))
  if (wording === undefined) return { problem: message }
  const problem = wording[2]
  return problem === noColon && !followsKey(text, offset) ? noValue : problem
}

/** Whether an entry of the same mapping stands before `offset`: only then does Go insist on a key. */
function followsKey(text: string, offset: number): boolean {
  const lines = text.slice(0, offset).split('\n')
  const column = lines.pop()?.search(/[^ ]|$/) ?? 0
  const before = lines.findLast((line) => /^ *[^ #]/.test(line) && line.search(/[^ ]/) <= column)
  return before !== undefined && !before.startsWith('---') && before.search(/[^ ]/) === column
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

/** Makes the error that Go reports for a problem of the parser. */
export function toSyntaxError(found: Problem, text: string, lines: LineCounter): YAMLSyntaxError {
  const { problem, late = false } = goProblem(found, text)
  const { offset } = found
  const position = positionIn(lines, problem.startsWith('mapping values') ? colonAfter(text, offset) : offset)
  if (problem.startsWith('could not')) {
    return yamlError(`line ${nextContentLine(text, lines, offset)}: ${problem}`, position)
  }
  if (!late) return scanError(problem, position)
  // What ends with the stream is missed on the line after the last one.
  const line = position.line - (offset >= text.length && !text.endsWith('\n') ? 0 : 1)
  return yamlError(line > 0 ? `line ${line}: ${problem}` : problem, position)
}
