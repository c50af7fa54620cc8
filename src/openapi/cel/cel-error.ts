import { messageOf } from '../../errors/message-of.js'
import { ownPrefix } from './functions/function-library.js'

/** What errors of the library carry. */
interface LibraryError {
  readonly code: string
  readonly summary: string
  readonly range?: { readonly start: number }
  readonly node?: { readonly op?: string; readonly args?: unknown }
}

function isLibraryError(error: unknown): error is LibraryError {
  return typeof error === 'object' && error !== null && 'code' in error && 'summary' in error
}

/** What went wrong in the evaluation of a rule, in Go's words where Go has the same error. */
export function evaluationMessage(error: unknown): string {
  if (!isLibraryError(error)) return messageOf(error)
  const summary = error.summary.replaceAll(ownPrefix, '')
  switch (error.code) {
    case 'no_such_key':
      return `no such key: ${summary.replace('No such key: ', '')}`
    case 'index_out_of_bounds':
      return `index out of bounds: ${/index (-?\d+)/.exec(summary)?.[1]}`
    case 'numeric_overflow':
      return 'integer overflow'
    case 'modulo_by_zero':
      return 'modulus by zero'
    case 'no_such_overload':
    case 'no_matching_overload':
      return 'no such overload'
    default:
      return summary.replace(
        /^(?:Variable|Field) '.*' is not of type '(.*)', got '(.*)'$/,
        'invalid data, expected $1, got $2',
      )
  }
}

/** Why a rule does not compile, with its place, in Go's form. The words after the place are often the library's. */
export function compilationMessage(error: unknown, rule: string): string {
  const summary = compilationWords(error)
  const start = isLibraryError(error) ? placeOf(error, rule) : 0
  const before = rule.slice(0, start)
  const line = before.split('\n').length
  const column = Array.from(before.slice(before.lastIndexOf('\n') + 1)).length
  const text = (rule.split('\n')[line - 1] as string).replaceAll('\t', ' ')
  return `compilation failed: ERROR: <input>:${line}:${column + 1}: ${summary}\n | ${text}\n | ${'.'.repeat(column)}^`
}

/** Go points at the operator, at the dot before a field, and at the parenthesis of a call. */
function placeOf({ code, range, node }: LibraryError, rule: string): number {
  const start = range?.start ?? 0
  if (code === 'no_such_key') return rule[start - 1] === '.' ? start - 1 : start
  if (code !== 'no_such_overload' && code !== 'no_matching_overload') return start
  const [first, second] = Array.isArray(node?.args) ? (node.args as readonly unknown[]) : []
  if (node?.op === 'call') return Math.max(start, rule.indexOf('(', start))
  if (node?.op === 'rcall') return Math.max(start, rule.indexOf('(', endOf(second)))
  const end = endOf(first)
  return end === 0 ? start : end + (/^[\s)]*/.exec(rule.slice(end))?.[0].length ?? 0)
}

function endOf(node: unknown): number {
  return typeof node === 'object' && node !== null && 'end' in node ? Number(node.end) : 0
}

function compilationWords(error: unknown): string {
  if (!isLibraryError(error)) return messageOf(error)
  const summary = error.summary.replaceAll(ownPrefix, '').replaceAll('absent_', '')
  switch (error.code) {
    case 'unknown_variable':
      return `undeclared reference to '${summary.replace('Unknown variable: ', '')}' (in container '')`
    case 'no_such_key':
      return `undefined field '${summary.replace('No such key: ', '')}'`
    case 'no_such_overload':
      return overloadWords(summary)
    default:
      return summary
  }
}

function overloadWords(summary: string): string {
  const [, left, operator, right] = /^no such overload: (.+) (\S+) (.+)$/.exec(summary) ?? []
  if (left === undefined) return summary
  return `found no matching overload for '_${operator}_' applied to '(${goType(left)}, ${goType(right as string)})'`
}

/** Go writes type parameters in parentheses. */
function goType(type: string): string {
  return type.replaceAll('<', '(').replaceAll('>', ')')
}
