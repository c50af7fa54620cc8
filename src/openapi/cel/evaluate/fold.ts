import type { Expr, FoldExpr } from '../syntax/expression.js'
import { PlainList, PlainMap } from '../values/collections.js'
import { goTypeName } from '../values/go-type-name.js'
import { CELError, ListValue, MapValue, type Value } from '../values/value.js'
import type { Code, Frame } from './frame.js'
import type { Plan } from './planned.js'

/** The parts of a loop, ready to run, and the slots of its variables. */
interface Loop {
  readonly condition: Code
  readonly step: Code
  readonly accumulator: number
  readonly first: number
  readonly second: number | undefined
}

/** The part of the planner that loops use. */
export interface LoopPlanner {
  plan(expr: Expr): Plan
  /** Plans with variables of a loop in scope. */
  within<T>(names: readonly string[], init: Code | undefined, work: (slots: readonly number[]) => T): T
}

/** Plans a loop with an accumulator, whose first value is made when something reads it. */
export function planFold(planner: LoopPlanner, expr: FoldExpr): Code {
  const init = growing(planner.plan(expr.init).code)
  const range = planner.plan(expr.range).code
  return planner.within([expr.accumulator], init, ([accumulator = 0]) => {
    const names = expr.second === undefined ? [expr.variable] : [expr.variable, expr.second]
    const loop = planner.within(names, undefined, ([first = 0, second]): Loop => {
      const condition = planner.plan(expr.condition).code
      return { condition, step: planner.plan(expr.step).code, accumulator, first, second }
    })
    const result = planner.plan(expr.result).code
    return (frame) => {
      const over = range(frame)
      if (over instanceof CELError) return over
      frame.locals[accumulator] = undefined
      const problem = run(frame, over, loop)
      return problem ?? done(result(frame))
    }
  })
}

/** Lists and maps that begin empty grow in place: only the loop has them. */
function growing(init: Code): Code {
  return (frame) => {
    const value = init(frame)
    if (value instanceof PlainList && value.length === 0) return new PlainList([], true)
    return value instanceof PlainMap && value.size === 0 ? new PlainMap([], true) : value
  }
}

function done(value: Value): Value {
  return (value instanceof PlainList || value instanceof PlainMap) && value.growing ? value.done() : value
}

function run(frame: Frame, over: Value, loop: Loop): CELError | undefined {
  if (over instanceof ListValue) {
    const items = over.items()
    for (let i = 0; i < items.length; i++) {
      const item = items[i] as Value
      if (!once(frame, loop, loop.second === undefined ? [item] : [i, item])) break
    }
    return undefined
  }
  if (!(over instanceof MapValue)) return notIterable(over, loop)
  for (const key of over.keys()) {
    if (!once(frame, loop, loop.second === undefined ? [key] : [key, over.find(key)])) break
  }
  return undefined
}

function notIterable(over: Value, { second }: Loop): CELError {
  const type = goTypeName(over)
  if (second !== undefined) return new CELError(`unsupported comprehension range type: ${type}`)
  return new CELError(`got '${type}', expected iterable type`)
}

/** One round; false when the loop ends before it. */
function once(frame: Frame, loop: Loop, [a, b]: readonly (Value | undefined)[]): boolean {
  const { condition, step, accumulator, first, second } = loop
  frame.locals[first] = a
  if (second !== undefined) frame.locals[second] = b
  if (condition(frame) === false) return false
  frame.locals[accumulator] = step(frame)
  return true
}
