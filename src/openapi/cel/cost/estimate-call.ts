import type { Expr } from '../syntax/expression.js'
import type { StaticType } from '../values/cel-static-type.js'
import { either, exactly, most, plus, type Range, scaled, times, unknownRange } from './size-range.js'
import { creation, forNames, pattern, traversal, unitEquality, unitFunctions } from './unit-costs.js'

/** A part of an expression whose size is needed. */
export interface SizedNode {
  /** Where the value is found: `self`, `spec`, `@items`. Empty for values that an expression makes. */
  readonly path: readonly string[]
  readonly type: StaticType
  readonly expr: Expr | undefined
  /** The size known from the expression. */
  readonly size: Range | undefined
}

/** Sizes of what is in a list or map. */
export interface EntrySizes {
  readonly kind: 'list' | 'map'
  readonly key: Range
  readonly value: Range
}

/** The size of what is found at a path; undefined where nothing is known. */
export type SizeOfPath = (path: readonly string[]) => Range | undefined

/** The cost of a call, and the size of its result. */
export interface CallEstimate {
  readonly cost: Range
  readonly size?: Range
}

/** A call under estimation. */
export interface EstimatedCall {
  readonly name: string
  readonly id: string
  readonly target: SizedNode | undefined
  readonly args: readonly SizedNode[]
  readonly sizeOfPath: SizeOfPath
}

const unit: CallEstimate = { cost: { min: 1, max: 1 } }

function sizeOf(node: SizedNode, { sizeOfPath }: EstimatedCall): Range {
  return node.size ?? sizeOfPath(node.path) ?? unknownRange
}

/** The cost of a call of a library; undefined for the language's own functions. */
export function estimateLibraryCall(call: EstimatedCall): CallEstimate | undefined {
  return estimateForm(call) ?? byName.get(call.name)?.(call)
}

function allocating(size: Range, factor: number): CallEstimate {
  return { cost: plus(scaled(size, factor), exactly(1 + creation.list)), size }
}

function literalOr(node: SizedNode, otherwise: number): number {
  const value = node.expr?.op === 'constant' ? node.expr.value : undefined
  return typeof value === 'number' || typeof value === 'bigint' ? Math.max(0, Number(value)) : otherwise
}

/** Forms with estimates of their own: cel-go's lists and sets. */
function estimateForm(call: EstimatedCall): CallEstimate | undefined {
  const { id, target, args } = call
  const [first, second] = args
  if (id.startsWith('list_sets_') && first !== undefined && second !== undefined) {
    const pairs = times(sizeOf(first, call), sizeOf(second, call))
    return { cost: plus(scaled(pairs, id === 'list_sets_equivalent_list' ? 2 : 1), exactly(1)) }
  }
  if (id === 'lists_range' && first !== undefined) return allocating(exactly(literalOr(first, most)), 1)
  if (target === undefined) return undefined
  const size = sizeOf(target, call)
  if (id === 'list_slice' && first !== undefined && second !== undefined) {
    const length = literalOr(second, size.max) - literalOr(first, 0)
    return allocating(exactly(length < 0 ? most + length : length), 1)
  }
  if (id === 'list_reverse') return allocating(size, 1)
  if (id.startsWith('list_flatten')) return allocating(size, first === undefined ? 1 : literalOr(first, most))
  if (id === 'list_distinct') return allocating(times(size, size), 2)
  if (/^list_.*_sort$/.test(id)) return sorting(size, id)
  return id.endsWith('_sortByAssociatedKeys') && first !== undefined ? sorting(sizeOf(first, call), id) : undefined
}

function sorting(size: Range, id: string): CallEstimate {
  return allocating(times(size, size), /^list_(?:string|bytes)_/.test(id) ? 2 + traversal : 2)
}

type Estimate = (call: EstimatedCall) => CallEstimate | undefined

function ofTarget(estimate: (size: Range, call: EstimatedCall, target: SizedNode) => CallEstimate): Estimate {
  return (call) => (call.target === undefined ? undefined : estimate(sizeOf(call.target, call), call, call.target))
}

function ofFirst(estimate: (size: Range, call: EstimatedCall) => CallEstimate): Estimate {
  return (call) => (call.args[0] === undefined ? undefined : estimate(sizeOf(call.args[0], call), call))
}

/** The items of a list: of texts the size of each counts, too. */
const eachItem: Estimate = /* @__PURE__ */ ofTarget((size, call, { type, path }) => {
  const [item] = type.params ?? []
  if (item === undefined) return { cost: scaled(size, traversal) }
  if (item.name !== 'string' && item.name !== 'bytes') return { cost: times(size, exactly(1)) }
  return { cost: times(size, plus(exactly(1), scaled(sizeOf(itemOf(path, item), call), traversal))) }
})

function itemOf(list: readonly string[], type: StaticType): SizedNode {
  return { path: list.length === 0 ? [] : [...list, '@items'], type, expr: undefined, size: undefined }
}

const traversingTarget: Estimate = /* @__PURE__ */ ofTarget((size) => ({ cost: scaled(size, traversal), size }))
const traversingFirst: Estimate = /* @__PURE__ */ ofFirst((size) => ({ cost: scaled(size, traversal) }))

const replacing: Estimate = /* @__PURE__ */ ofTarget((size, call) => {
  const [search, by] = call.args.map((arg) => sizeOf(arg, call))
  if (search === undefined || by === undefined) return { cost: scaled(size, 2 * traversal) }
  const [most_, keptMost] = replacements(size.max, search.min, by.max <= search.min)
  const [least, keptLeast] = replacements(size.min, search.max, search.max <= by.min)
  const result = plus(times({ min: least, max: most_ }, by), { min: keptLeast, max: keptMost })
  return { cost: scaled(size, 2 * traversal), size: result }
})

/** How often a text of a size may be found in another, and how much of that one is kept. */
function replacements(size: number, searched: number, kept: boolean): readonly [number, number] {
  if (searched === 0) return [size + 1, size]
  return kept ? [0, size] : [Math.ceil(size / searched), 0]
}

const splitting: Estimate = /* @__PURE__ */ ofTarget((size, { args }) => {
  const limit = args[1]
  const given = limit?.expr?.op === 'constant' ? Number(limit.expr.value) : size.max
  // Go's arithmetic wraps around.
  const max = given < 0 ? most + given : given
  return { cost: scaled(size, 2 * traversal), size: { min: 0, max } }
})

const joining: Estimate = /* @__PURE__ */ ofTarget((count, call, { type, path }) => {
  const [item] = type.params ?? []
  const items = item === undefined ? exactly(0) : times(count, sizeOf(itemOf(path, item), call))
  const [separator] = call.args
  const between = { min: Math.max(0, count.min - 1), max: Math.max(0, count.max - 1) }
  const size = separator === undefined ? items : plus(items, times(sizeOf(separator, call), between))
  return { cost: scaled(size, traversal), size }
})

const finding: Estimate = /* @__PURE__ */ ofTarget((size, call) => {
  const [expression] = call.args
  if (expression === undefined) return unit
  const text = scaled(plus(size, exactly(1)), traversal)
  return { cost: times(text, scaled(sizeOf(expression, call), pattern)), size: { min: 0, max: size.max } }
})

const selecting: Estimate = /* @__PURE__ */ ofFirst((size) => {
  const requirements = scaled(scaled(size, 0.5), creation.list + creation.struct)
  return { cost: plus(plus(exactly(creation.list), scaled(size, traversal)), requirements) }
})

const address: Range = { min: 4, max: 16 }

const containing: Estimate = /* @__PURE__ */ ofFirst((size, { name, id }) => {
  const compared = scaled(plus(address, address), traversal)
  const masked = name === 'containsCIDR' ? plus(scaled(address, traversal), exactly(1)) : exactly(0)
  const read = id.endsWith('_string') ? scaled(size, traversal) : exactly(0)
  return { cost: plus(plus(compared, masked), read) }
})

const maxFormatSize = 64
const maxPatternSize = 128

const validating: Estimate = /* @__PURE__ */ ofFirst((size) => {
  return { cost: scaled(scaled(size, traversal), maxPatternSize * pattern) }
})

const equating: Estimate = ({ args }) => {
  const [first, second] = args
  if (first === undefined || second === undefined || first.type.name !== second.type.name) return undefined
  const { name } = first.type
  if (unitEquality.has(name)) return unit
  if (name === 'kubernetes.NamedFormat') return { cost: scaled({ min: 1, max: maxFormatSize }, traversal) }
  if (name !== 'kubernetes.URL') return undefined
  const max = second.size === undefined ? 1 : either(second.size, second.size).max
  return { cost: scaled({ min: 1, max }, traversal) }
}

/** Estimates by names of functions, as Kubernetes has them. */
const byName: ReadonlyMap<string, Estimate> = /* @__PURE__ */ new Map<string, Estimate>([
  ...forNames<Estimate>(unitFunctions, () => unit),
  ...forNames<Estimate>('isSorted sum max min indexOf lastIndexOf includes', eachItem),
  ...forNames<Estimate>(
    'url jsonpatch.escapeKey',
    ofFirst((size) => ({ cost: scaled(size, traversal), size })),
  ),
  ...forNames<Estimate>('lowerAscii upperAscii substring trim', traversingTarget),
  ...forNames<Estimate>('cidr isIP isCIDR quantity isQuantity semver isSemver', traversingFirst),
  ...forNames<Estimate>('find findAll', finding),
  ...forNames<Estimate>('fieldSelector labelSelector', selecting),
  ...forNames<Estimate>('containsIP containsCIDR', containing),
  ['ip', (call) => (call.id === 'cidr_ip' ? unit : traversingFirst(call))],
  ['ip.isCanonical', ofFirst((size) => ({ cost: scaled(size, 2 * traversal) }))],
  ['replace', replacing],
  ['split', splitting],
  ['join', joining],
  ['validate', validating],
  ['check', () => ({ cost: exactly(350_000) })],
  ['_==_', equating],
])
