import { characters } from '../../validate/value-rules.js'
import {
  accumulatorName,
  type CallExpr,
  type Expr,
  type FoldExpr,
  type ListExpr,
  type MapExpr,
  type SelectExpr,
} from '../syntax/expression.js'
import type { StaticType } from '../values/cel-static-type.js'
import { type EntrySizes, estimateLibraryCall, type SizedNode, type SizeOfPath } from './estimate-call.js'
import { type EntryTable, estimateStandardCall } from './estimate-standard-call.js'
import { either, exactly, most, plus, type Range, times, unknownRange } from './size-range.js'
import { creation } from './unit-costs.js'

/** A variable of a loop. */
interface LocalVariable {
  readonly path: readonly string[]
  readonly size: Range | undefined
  readonly entries: EntrySizes | undefined
}

/**
 * The minimum and maximum cost of evaluating a checked expression, as `EstimateCost` of cel-go computes it in the
 * environment of Kubernetes.
 *
 * @param sizeOfPath - the size of values in variables.
 */
export function estimateCost(expr: Expr, sizeOfPath: SizeOfPath): Range {
  return new Estimator(sizeOfPath).cost(expr)
}

/** Walks an expression once; sizes of its parts are kept. */
class Estimator implements EntryTable {
  readonly #paths = new Map<Expr, readonly string[]>()
  readonly #sizes = new Map<Expr, Range>()
  readonly #entries = new Map<Expr, EntrySizes>()
  readonly #locals = new Map<string, LocalVariable[]>()

  constructor(readonly sizeOfPath: SizeOfPath) {}

  cost(expr: Expr): Range {
    switch (expr.op) {
      case 'constant':
        return exactly(0)
      case 'name':
        return expr.constant === undefined
          ? this.#nameCost(expr, expr.resolved ?? expr.name)
          : this.#nameCost(expr, expr.name)
      case 'select':
        return expr.resolved === undefined ? this.#selectCost(expr) : this.#nameCost(expr, expr.resolved)
      case 'call':
        return this.#callCost(expr)
      case 'list':
        return this.#listCost(expr)
      case 'map':
        return this.#mapCost(expr)
      case 'struct':
        return expr.fields.reduce((sum, { value }) => plus(sum, this.cost(value)), exactly(creation.struct))
      case 'fold':
        return isBinding(expr) ? this.#bindingCost(expr) : this.#foldCost(expr)
    }
  }

  /** The size of a part, as far as it is known. */
  sizeOf(expr: Expr): Range | undefined {
    const known = this.#sizes.get(expr) ?? literalSize(expr)
    if (known !== undefined) return known
    const found = this.sizeOfPath(this.#pathOf(expr))
    if (found !== undefined) {
      this.#sizes.set(expr, found)
      return found
    }
    if (isScalar(expr.type!)) return exactly(1)
    return expr.op === 'name' ? this.#local(expr.name)?.size : undefined
  }

  /** The sizes of what is in a part, as far as they are known. */
  entriesOf(expr: Expr | undefined): EntrySizes | undefined {
    if (expr === undefined) return undefined
    return this.#entries.get(expr) ?? (expr.op === 'name' ? this.#local(expr.name)?.entries : undefined)
  }

  setEntries(expr: Expr, entries: EntrySizes | undefined): void {
    if (entries !== undefined) this.#entries.set(expr, entries)
  }

  #local(name: string): LocalVariable | undefined {
    return this.#locals.get(name)?.at(-1)
  }

  #pathOf(expr: Expr): readonly string[] {
    const local = expr.op === 'name' ? this.#local(expr.name) : undefined
    return local?.path ?? this.#paths.get(expr) ?? []
  }

  #nameCost(expr: Expr, name: string): Range {
    this.#paths.set(expr, this.#local(name)?.path ?? [name])
    return exactly(1)
  }

  #selectCost(expr: SelectExpr): Range {
    const { operand, field, test } = expr
    const cost = this.cost(operand)
    if (test) return cost
    this.#paths.set(expr, [...this.#pathOf(operand), field])
    const { name, fields } = operand.type!
    return name === 'map' || fields !== undefined || /^kubernetes\./.test(name) ? plus(cost, exactly(1)) : cost
  }

  #node(expr: Expr): SizedNode {
    const path = this.#pathOf(expr)
    const isAccumulator = path[0] === accumulatorName || path[0] === '__result__'
    return { path: isAccumulator ? [] : path, type: expr.type!, expr, size: this.sizeOf(expr) }
  }

  #callCost(expr: CallExpr): Range {
    const name = expr.qualified ?? expr.name.replace(/^\./, '')
    const { args } = expr
    if (name === 'dyn') return this.#dynCost(expr, args[0]!)
    const costs: Range[] = []
    const nodes = args.map((arg) => {
      costs.push(this.cost(arg))
      return this.#node(arg)
    })
    const receiver = expr.qualified === undefined ? expr.target : undefined
    const own = receiver === undefined ? exactly(0) : this.cost(receiver)
    const target = receiver && this.#node(receiver)
    let cost: Range = { min: most, max: 0 }
    let size: Range | undefined
    for (const { id } of expr.overloads ?? []) {
      const call = { name, id, target, args: nodes, sizeOfPath: this.sizeOfPath }
      const library = estimateLibraryCall(call)
      const sum = costs.reduce(plus, exactly(0))
      const estimate =
        library === undefined
          ? estimateStandardCall(this, expr, { ...call, costs })
          : { ...library, cost: plus(library.cost, sum) }
      cost = either(cost, estimate.cost)
      if (estimate.size !== undefined) size = size === undefined ? estimate.size : either(size, estimate.size)
      if (id === 'index_list' || id === 'index_map') size = this.#indexed(expr, id)
      size ??= this.sizeOf(expr)
    }
    if (size !== undefined) this.#sizes.set(expr, size)
    return expr.overloads === undefined ? exactly(0) : plus(own, cost)
  }

  #indexed(expr: CallExpr, id: string): Range | undefined {
    const of = expr.args[0]!
    this.#paths.set(expr, [...this.#pathOf(of), id === 'index_list' ? '@items' : '@values'])
    return this.entriesOf(of)?.value
  }

  #dynCost(expr: CallExpr, arg: Expr): Range {
    const cost = this.cost(arg)
    this.#copySizes(expr, arg)
    return plus(cost, exactly(1))
  }

  #copySizes(to: Expr, from: Expr): void {
    const size = this.sizeOf(from)
    if (size !== undefined) this.#sizes.set(to, size)
    this.setEntries(to, this.entriesOf(from))
  }

  #listCost(expr: ListExpr): Range {
    let cost = exactly(creation.list)
    let value: Range = { min: expr.items.length === 0 ? 0 : most, max: 0 }
    for (const item of expr.items) {
      cost = plus(cost, this.cost(item))
      value = either(value, this.sizeOf(item) ?? unknownRange)
    }
    this.#entries.set(expr, { kind: 'list', key: exactly(1), value })
    return cost
  }

  #mapCost(expr: MapExpr): Range {
    let cost = exactly(creation.map)
    const none: Range = { min: expr.entries.length === 0 ? 0 : most, max: 0 }
    let [keys, values] = [none, none]
    for (const { key, value } of expr.entries) {
      cost = plus(plus(cost, this.cost(key)), this.cost(value))
      keys = either(keys, this.sizeOf(key) ?? unknownRange)
      values = either(values, this.sizeOf(value) ?? unknownRange)
    }
    this.#entries.set(expr, { kind: 'map', key: keys, value: values })
    return cost
  }

  #within<T>(name: string, variable: LocalVariable, work: () => T): T {
    const stack = this.#locals.get(name) ?? []
    this.#locals.set(name, [...stack, variable])
    const result = work()
    this.#locals.set(name, stack)
    return result
  }

  #ofExpr(expr: Expr): LocalVariable {
    return { path: this.#pathOf(expr), size: this.sizeOf(expr), entries: this.entriesOf(expr) }
  }

  #rangePart(range: Expr, part: 'key' | 'value'): LocalVariable {
    const entries = this.entriesOf(range)
    const isList = (entries?.kind ?? range.type!.name) === 'list'
    const steps = part === 'key' ? ['@indices', '@keys'] : ['@items', '@values']
    const step = steps[isList ? 0 : 1]!
    return { path: [...this.#pathOf(range), step], size: entries?.[part], entries: undefined }
  }

  #foldCost(expr: FoldExpr): Range {
    const { range, init, accumulator, variable, second } = expr
    const begin = plus(this.cost(range), this.cost(init))
    const isList = (this.entriesOf(range)?.kind ?? range.type!.name) === 'list'
    const first = this.#rangePart(range, second === undefined && isList ? 'value' : 'key')
    const round = () => plus(this.cost(expr.condition), this.cost(expr.step))
    const [each, end] = this.#within(accumulator, this.#ofExpr(init), () => {
      const inner = this.#within(variable, first, () =>
        second === undefined ? round() : this.#within(second, this.#rangePart(range, 'value'), round),
      )
      return [inner, this.cost(expr.result)] as const
    })
    const count = this.sizeOf(range) ?? unknownRange
    if (init.op === 'constant') {
      const size = this.sizeOf(init)
      if (size !== undefined) this.#sizes.set(expr, size)
    } else if (init.op === 'list' || init.op === 'map') {
      this.#sizes.set(expr, count)
      this.setEntries(expr, this.entriesOf(expr.step))
    }
    return plus(plus(begin, end), times(count, each))
  }

  #bindingCost(expr: FoldExpr): Range {
    const begin = plus(this.cost(expr.range), this.cost(expr.init))
    return this.#within(expr.accumulator, this.#ofExpr(expr.init), () => {
      const cost = plus(begin, this.cost(expr.result))
      this.#copySizes(expr, expr.result)
      return cost
    })
  }
}

/** A loop that only binds a value to a name. */
function isBinding({ range, condition, accumulator }: FoldExpr): boolean {
  const never = condition.op === 'constant' && condition.value === false
  return range.op === 'list' && range.items.length === 0 && never && accumulator !== '__result__'
}

function literalSize(expr: Expr): Range | undefined {
  if (expr.op === 'list') return exactly(expr.items.length)
  if (expr.op === 'map') return exactly(expr.entries.length)
  if (expr.op !== 'constant') return undefined
  if (typeof expr.value === 'string') return exactly(characters(expr.value))
  return exactly(expr.value instanceof Uint8Array ? expr.value.length : 1)
}

function isScalar({ name, params }: StaticType): boolean {
  if (name === 'optional_type') return isScalar(params?.[0] as StaticType)
  return /^(?:bool|double|int|uint|google\.protobuf\.(?:Duration|Timestamp))$/.test(name)
}
