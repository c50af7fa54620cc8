import { parseCEL } from '../syntax/cel-parser.js'
import type { CELProblem } from '../syntax/cel-tokens.js'
import { expandMacros } from '../syntax/expand-macros.js'
import type { Expr } from '../syntax/expression.js'
import type { StaticType } from '../values/cel-static-type.js'
import { CELChecker, type CELScope } from './cel-checker.js'
import { literalProblems } from './literal-rules.js'

/** The result of checking an expression: the expression and its type, or the error of Go's compiler. */
export type CheckedExpression =
  | { readonly expr: Expr; readonly type: StaticType; readonly error?: undefined }
  | {
      readonly expr?: undefined
      /** It begins with `ERROR: <input>:` and has Go's format and wording. */
      readonly error: string
    }

/** Parses an expression, expands its macros and finds the types of all its parts. */
export function checkExpression(expression: string, scope: CELScope): CheckedExpression {
  const { root, problems } = parseCEL(expression, scope.functions)
  if (root === undefined) return { error: display(problems, expression) }
  const { expr, problems: found } = expandMacros(root, scope)
  if (problems.length + found.length > 0) return { error: display([...problems, ...found], expression) }
  const checker = new CELChecker(scope)
  const type = checker.check(expr)
  if (checker.problems.length > 0) return { error: display(checker.problems, expression) }
  const wrong = literalProblems(expr)
  return wrong.length > 0 ? { error: display(wrong, expression) } : { expr, type }
}

/** Errors that Go reports of one expression. */
const mostErrors = 100

function display(problems: readonly CELProblem[], source: string): string {
  const sorted = problems.toSorted((a, b) => a.at - b.at)
  const more = sorted.length > mostErrors ? [`${sorted.length - mostErrors} more errors were truncated`] : []
  return [...sorted.slice(0, mostErrors).map((problem) => displayOne(problem, source)), ...more].join('\n')
}

/** Go shows the line with a mark under the place; full-width characters get full-width dots. */
function displayOne({ at, message }: CELProblem, source: string): string {
  if (at < 0) return `ERROR: <input>:-1:0: ${message}`
  if (source === '') return `ERROR: <input>:1:0: ${message}`
  const before = source.slice(0, at)
  const line = before.split('\n').length
  const column = Array.from(before.slice(before.lastIndexOf('\n') + 1))
  const text = (source.split('\n')[line - 1] ?? '').replaceAll('\t', ' ')
  const dots = column.map((character) => (isWide(character) ? '\uff0e' : '.')).join('')
  const mark = isWide(Array.from(source.slice(at))[0] ?? '') ? '\uff3e' : '^'
  return `ERROR: <input>:${line}:${column.length + 1}: ${message}\n | ${text}\n | ${dots}${mark}`
}

/** Go tests the length of the character in UTF-8. */
function isWide(character: string): boolean {
  return (character.codePointAt(0) ?? 0) > 127
}
