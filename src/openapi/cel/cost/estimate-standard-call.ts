import type { CallExpr, Expr } from '../syntax/expression.js'
import type { CallEstimate, EntrySizes, EstimatedCall, SizedNode } from './estimate-call.js'
import { either, exactly, most, plus, type Range, scaled, times, unknownRange } from './size-range.js'
import { pattern, traversal } from './unit-costs.js'

/** A call of the language with the costs of its arguments. */
export interface StandardCall extends EstimatedCall {
  readonly costs: readonly Range[]
}

/** Sizes of what is in the lists and maps of an expression. */
export interface EntryTable {
  entriesOf(expr: Expr | undefined): EntrySizes | undefined
  setEntries(expr: Expr, entries: EntrySizes | undefined): void
}

function sizeOf(node: SizedNode | undefined): Range {
  return node?.size ?? unknownRange
}

/** The cost of a call of a standard function, including its arguments. */
export function estimateStandardCall(estimator: EntryTable, expr: CallExpr, call: StandardCall): CallEstimate {
  const { id, costs } = call
  const args = costs.reduce(plus, exactly(0))
  if (id === 'logical_and' || id === 'logical_or') return { cost: { min: costs[0]!.min, max: args.max } }
  if (id === 'conditional') return choice(estimator, expr, call)
  if (id === 'add_list' || id === 'add_string' || id === 'add_bytes') return addition(estimator, expr, call)
  const { cost, size } = plain(call)
  return { cost: plus(cost, args), ...(size && { size }) }
}

function plain({ id, target, args }: StandardCall): CallEstimate {
  const [first, second] = args
  const size = sizeOf(first)
  switch (id) {
    case 'string_format':
      return { cost: scaled(sizeOf(target), traversal) }
    case 'string_to_bytes':
      return { cost: scaled(size, traversal), size: { min: size.min, max: size.max >= most ? most : size.max * 4 } }
    case 'bytes_to_string':
      return { cost: scaled(size, traversal), size: { min: Math.trunc(size.min / 4), max: size.max } }
    case 'strings_quote':
      // Go's arithmetic wraps around where nothing is known.
      return {
        cost: scaled(size, traversal),
        size: { min: size.min + 2, max: size.max >= most ? 0 : size.max * 2 + 2 },
      }
    case 'starts_with_string':
    case 'ends_with_string':
      return { cost: scaled(size, traversal) }
    case 'in_list':
      return { cost: scaled(sizeOf(second), 1) }
    case 'matches_string':
      return { cost: times(scaled(plus(sizeOf(target), exactly(1)), traversal), scaled(size, pattern)) }
    case 'contains_string':
      return { cost: times(scaled(sizeOf(target), traversal), scaled(size, traversal)) }
    default:
      return { cost: isComparison(id) ? comparison(size, sizeOf(second)) : exactly(1) }
  }
}

function isComparison(id: string): boolean {
  return id === 'equals' || id === 'not_equals' || /^(?:less|greater)(?:_equals)?_(?:string|bytes)$/.test(id)
}

function comparison(a: Range, b: Range): Range {
  const max = Math.min(a.max, b.max)
  return scaled({ min: max > 0 ? 1 : 0, max }, traversal)
}

function choice(estimator: EntryTable, expr: CallExpr, { args, costs }: StandardCall): CallEstimate {
  const [, then, otherwise] = args
  estimator.setEntries(expr, common(estimator.entriesOf(then?.expr), estimator.entriesOf(otherwise?.expr)))
  const [condition, first, second] = costs as [Range, Range, Range]
  return { cost: plus(condition, either(first, second)), size: either(sizeOf(then), sizeOf(otherwise)) }
}

function addition(estimator: EntryTable, expr: CallExpr, { id, args, costs }: StandardCall): CallEstimate {
  const [first, second] = args
  const size = plus(sizeOf(first), sizeOf(second))
  estimator.setEntries(expr, common(estimator.entriesOf(first?.expr), estimator.entriesOf(second?.expr)))
  const own = id === 'add_list' ? exactly(1) : scaled(size, traversal)
  return { cost: plus(own, costs.reduce(plus, exactly(0))), size }
}

function common(a: EntrySizes | undefined, b: EntrySizes | undefined): EntrySizes | undefined {
  return a && b && { kind: a.kind, key: either(a.key, b.key), value: either(a.value, b.value) }
}
