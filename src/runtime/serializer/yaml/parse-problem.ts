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

/** Go's wording for what the parser reports. */
function goProblem({ code, message }: Problem): GoProblem {
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

/** Makes the error that Go reports for a problem of the parser. */
export function toSyntaxError(found: Problem, text: string, lines: LineCounter): YAMLSyntaxError {
  const { problem, late = false } = goProblem(found)
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
