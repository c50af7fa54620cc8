import { compilePattern } from '../../regular-expression.js'
import { conversions } from '../library/conversions.js'
import { clauseRules, FormatProblem, walkClauses } from '../library/format-string.js'
import type { CELProblem } from '../syntax/cel-tokens.js'
import { type CallExpr, type Expr, type ListExpr, type MapExpr, partsOf } from '../syntax/expression.js'
import { isParameter, messageTypeText, type StaticType } from '../values/cel-static-type.js'
import { CELError, type Value } from '../values/value.js'

/**
 * Errors of the literals of a checked expression: times, patterns, texts for `format`, and lists and maps with elements of
 * different types.
 */
export function literalProblems(root: Expr): CELProblem[] {
  const problems: CELProblem[] = []
  visit(root, false, problems)
  return problems
}

function visit(expr: Expr, formatted: boolean, problems: CELProblem[]): void {
  if (expr.op === 'call') problems.push(...callProblems(expr))
  if (expr.op === 'list' && !formatted) problems.push(...listProblems(expr))
  if (expr.op === 'map' && !formatted) problems.push(...mapProblems(expr))
  const inside = formatted || (expr.op === 'call' && expr.name === 'format')
  for (const part of partsOf(expr)) visit(part, inside, problems)
}

function callProblems(call: CallExpr): CELProblem[] {
  const [first] = call.args
  if (call.name === 'format' && call.target !== undefined) return formatProblems(call)
  if (first?.op !== 'constant') return []
  const wrong = (message: string) => [{ at: first.at, message }]
  if (call.name === 'matches') return isPattern(first.value) ? [] : wrong('invalid matches argument')
  if (call.name === 'duration' || call.name === 'timestamp') {
    const value = conversions[call.name]?.(first.value)
    return value instanceof CELError ? wrong(`invalid ${call.name} argument`) : []
  }
  return []
}

function isPattern(value: Value): boolean {
  return typeof value !== 'string' || !(compilePattern(value) instanceof Error)
}

function mismatch(at: number, wanted: StaticType, found: StaticType): CELProblem {
  return { at, message: `expected type '${messageTypeText(wanted)}' but found '${messageTypeText(found)}'` }
}

function isSameKind(a: StaticType, b: StaticType): boolean {
  if (isParameter(a) && isParameter(b)) return true
  if (a.name !== b.name) return false
  const [first, second] = [a.params ?? [], b.params ?? []]
  return first.length === second.length && first.every((each, i) => isSameKind(each, second[i]!))
}

function typeOf(expr: Expr, optional: boolean): StaticType {
  const type = expr.type!
  return optional ? (type.params?.[0] ?? type) : type
}

function listProblems({ items, optional }: ListExpr): CELProblem[] {
  const [first] = items
  if (first === undefined) return []
  const wanted = typeOf(first, optional[0] === true)
  const at = items.findIndex((item, i) => !isSameKind(wanted, typeOf(item, optional[i] === true)))
  const wrong = items[at]
  return wrong === undefined ? [] : [mismatch(wrong.at, wanted, typeOf(wrong, optional[at] === true))]
}

function mapProblems({ entries }: MapExpr): CELProblem[] {
  const [first, ...others] = entries
  if (first === undefined) return []
  const [keys, values] = [typeOf(first.key, false), typeOf(first.value, first.optional)]
  return others.flatMap(({ key, value, optional }) => {
    const [keyType, valueType] = [typeOf(key, false), typeOf(value, optional)]
    return [
      ...(isSameKind(keys, keyType) ? [] : [mismatch(key.at, keys, keyType)]),
      ...(isSameKind(values, valueType) ? [] : [mismatch(value.at, values, valueType)]),
    ]
  })
}

/** The types that a clause takes; those of `%s` are named by what it does not take. */
const clauseTypes: Readonly<Record<string, readonly string[]>> = {
  d: ['int', 'uint'],
  f: ['double', 'string'],
  e: ['double', 'string'],
  b: ['int', 'uint', 'bool'],
  x: ['int', 'uint', 'string', 'bytes'],
  X: ['int', 'uint', 'string', 'bytes'],
  o: ['int', 'uint'],
  s: 'list map int uint double bool string google.protobuf.Timestamp bytes google.protobuf.Duration type null_type'.split(
    ' ',
  ),
}

class ClauseProblem extends FormatProblem {
  readonly at: number

  constructor(at: number, message: string) {
    super(message)
    this.at = at
  }
}

function formatProblems({ at, target, args }: CallExpr): CELProblem[] {
  const [list] = args
  if (target?.op !== 'constant' || typeof target.value !== 'string' || list?.op !== 'list') return []
  let count = 0
  try {
    walkClauses(target.value, {
      count: list.items.length,
      isConstant: true,
      clause: (verb, _, index) => {
        count += 1
        checkClause(verb, list.items[index]!)
        return ''
      },
    })
  } catch (error) {
    if (!(error instanceof FormatProblem)) throw error
    return [{ at: error instanceof ClauseProblem ? error.at : at, message: error.message }]
  }
  if (list.items.length <= count) return []
  const counts = `(expected ${count}, got ${list.items.length})`
  return [{ at, message: `too many arguments supplied to string.format ${counts}` }]
}

function checkClause(verb: string, arg: Expr): void {
  const { name } = arg.type!
  if (name !== 'dyn' && !clauseTypes[verb]?.includes(name)) {
    throw new ClauseProblem(arg.at, `error during formatting: ${clauseRules[verb]}, was given ${name}`)
  }
  if (verb === 's' && (arg.op === 'list' || arg.op === 'map')) for (const part of partsOf(arg)) checkClause(verb, part)
}
