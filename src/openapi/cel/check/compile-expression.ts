import { CELChecker, type CELScope } from './cel-checker.js'
import { parseCEL } from './cel-parser.js'
import type { StaticType } from './cel-static-type.js'
import type { CELProblem } from './cel-tokens.js'

/** What came of the compilation of an expression: its type, or what Go's compiler says. */
export type CompiledExpression =
  | {
      readonly type: StaticType
      /** Why no program can be made of the expression, although its types are right. */
      readonly failure?: string
    }
  | { readonly error: string }

/**
 * Compiles an expression as far as its types: for judging an expression, not for running it.
 *
 * The error begins with `compilation failed:` and has Go's form and words.
 */
export function compileExpression(expression: string, scope: CELScope): CompiledExpression {
  const { root, problems } = parseCEL(expression)
  if (problems.length > 0 || root === undefined) return { error: failure(problems, expression) }
  const checker = new CELChecker(scope)
  const type = checker.typeOf(root)
  if (checker.problems.length > 0) return { error: failure(checker.problems, expression) }
  const [failed] = checker.failures
  return failed === undefined ? { type } : { type, failure: `program instantiation failed: ${failed}` }
}

function failure(problems: readonly CELProblem[], source: string): string {
  const sorted = problems.toSorted((a, b) => a.at - b.at)
  return `compilation failed: ${sorted.map((problem) => display(problem, source)).join('\n')}`
}

/** Go shows the line with a mark under the place; full-width characters get full-width dots. */
function display({ at, message }: CELProblem, source: string): string {
  if (source === '') return `ERROR: <input>:1:0: ${message}`
  const before = source.slice(0, at)
  const line = before.split('\n').length
  const column = Array.from(before.slice(before.lastIndexOf('\n') + 1))
  const text = (source.split('\n')[line - 1] ?? '').replaceAll('\t', ' ')
  const dots = column.map((character) => (isWide(character) ? '\uff0e' : '.')).join('')
  const mark = isWide(Array.from(source.slice(at))[0] ?? '') ? '\uff3e' : '^'
  return `ERROR: <input>:${line}:${column.length + 1}: ${message}\n | ${text}\n | ${dots}${mark}`
}

/** Go asks for the bytes of the character in UTF-8. */
function isWide(character: string): boolean {
  return (character.codePointAt(0) ?? 0) > 127
}
