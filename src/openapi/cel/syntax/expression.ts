import type { StaticType } from '../values/cel-static-type.js'
import type { Overload } from '../values/overload.js'
import type { Value } from '../values/value.js'

/** Common properties of expressions. The checker sets `type`. */
interface Part {
  /** Where Go's compiler points, in UTF-16 units. */
  readonly at: number
  type?: StaticType
}

/** A literal. */
export interface ConstantExpr extends Part {
  readonly op: 'constant'
  readonly value: Value
}

/** A variable, or a type by its name. */
export interface NameExpr extends Part {
  readonly op: 'name'
  readonly name: string
  /** The name that the checker resolved; without a leading dot. */
  resolved?: string
  /** Set for the name of a type. */
  constant?: Value
}

/** `operand.field`, or the question whether it is there. */
export interface SelectExpr extends Part {
  readonly op: 'select'
  readonly operand: Expr
  readonly field: string
  readonly test: boolean
  /** Set where the whole chain is the name of one variable or type: `authorizer.requestResource`. */
  resolved?: string
  constant?: Value
}

/** A call of an operator or function. */
export interface CallExpr extends Part {
  readonly op: 'call'
  readonly name: string
  readonly target: Expr | undefined
  readonly args: readonly Expr[]
  /** Set where the target is a namespace, as in `strings.quote(…)`. */
  qualified?: string
  /** The forms that fit the types of the arguments. */
  overloads?: readonly Overload[]
  /** Values may have other types than the arguments: the checker took those from their use. */
  guarded?: boolean
}

/** `[a, ?b]`. */
export interface ListExpr extends Part {
  readonly op: 'list'
  readonly items: readonly Expr[]
  readonly optional: readonly boolean[]
}

/** An entry of a map. */
export interface EntryExpr {
  readonly key: Expr
  readonly value: Expr
  readonly optional: boolean
}

/** `{a: b, ?c: d}`. */
export interface MapExpr extends Part {
  readonly op: 'map'
  readonly entries: readonly EntryExpr[]
}

/** `Name{field: value}`. */
export interface StructExpr extends Part {
  readonly op: 'struct'
  readonly name: string
  readonly fields: readonly {
    readonly name: string
    readonly at: number
    readonly value: Expr
    readonly optional: boolean
  }[]
}

/** The expansion of a macro: a loop with an accumulator. */
export interface FoldExpr extends Part {
  readonly op: 'fold'
  readonly range: Expr
  readonly variable: string
  /** With it, `variable` is the key or index and this one the value. */
  readonly second: string | undefined
  readonly accumulator: string
  readonly init: Expr
  readonly condition: Expr
  readonly step: Expr
  readonly result: Expr
}

/** An expression with its macros expanded, as Go's compiler holds it. */
export type Expr = ConstantExpr | NameExpr | SelectExpr | CallExpr | ListExpr | MapExpr | StructExpr | FoldExpr

/** The name of the accumulator of macros. */
export const accumulatorName = '@result'

/** The name that a chain of fields spells: `a.b.c`. */
export function qualifiedName(expr: Expr): string | undefined {
  if (expr.op === 'name') return expr.name
  if (expr.op !== 'select' || expr.test) return undefined
  const of = qualifiedName(expr.operand)
  return of === undefined ? undefined : `${of}.${expr.field}`
}

/** The parts right below an expression, in the order in which Go visits them. */
export function partsOf(expr: Expr): readonly Expr[] {
  switch (expr.op) {
    case 'constant':
    case 'name':
      return []
    case 'select':
      return [expr.operand]
    case 'call':
      return expr.target === undefined || expr.qualified !== undefined ? expr.args : [expr.target, ...expr.args]
    case 'list':
      return expr.items
    case 'map':
      return expr.entries.flatMap(({ key, value }) => [key, value])
    case 'struct':
      return expr.fields.map(({ value }) => value)
    case 'fold':
      return [expr.range, expr.init, expr.condition, expr.step, expr.result]
  }
}

/** Reports whether a test holds for some part right below an expression. */
export function someChild(expr: Expr, test: (part: Expr) => boolean): boolean {
  switch (expr.op) {
    case 'constant':
    case 'name':
      return false
    case 'select':
      return test(expr.operand)
    case 'call':
      return (expr.target !== undefined && expr.qualified === undefined && test(expr.target)) || expr.args.some(test)
    default:
      return partsOf(expr).some(test)
  }
}

/** A copy that is checked separately. */
export function copyExpr(expr: Expr): Expr {
  switch (expr.op) {
    case 'constant':
    case 'name':
      return { ...expr }
    case 'select':
      return { ...expr, operand: copyExpr(expr.operand) }
    case 'call':
      return { ...expr, target: expr.target && copyExpr(expr.target), args: expr.args.map(copyExpr) }
    case 'list':
      return { ...expr, items: expr.items.map(copyExpr) }
    case 'map':
      return {
        ...expr,
        entries: expr.entries.map((entry) => ({ ...entry, key: copyExpr(entry.key), value: copyExpr(entry.value) })),
      }
    case 'struct':
      return { ...expr, fields: expr.fields.map((field) => ({ ...field, value: copyExpr(field.value) })) }
    case 'fold':
      return {
        ...expr,
        range: copyExpr(expr.range),
        init: copyExpr(expr.init),
        condition: copyExpr(expr.condition),
        step: copyExpr(expr.step),
        result: copyExpr(expr.result),
      }
  }
}
