import { utf8Length } from '../../../internal/utf8-length.js'
import { characters } from '../../validate/value-rules.js'
import { NamedFormat } from '../library/named-formats.js'
import {
  type BoxedValue,
  CELError,
  isInt,
  ListValue,
  MapValue,
  OptionalValue,
  typeNameOf,
  type Value,
} from '../values/value.js'
import { creation, forNames, pattern, traversal, unitEquality, unitFunctions } from './unit-costs.js'

/** The cost of a call, given its arguments and its result. */
export type CallCost = (args: readonly Value[], result: Value) => number

/** How much there is in a value: characters, items, entries, bytes; 1 for what has no parts. */
export function sizeOf(value: Value): number {
  if (typeof value === 'string') return characters(value)
  if (typeof value !== 'object' || value === null) return 1
  if (value instanceof ListValue || value instanceof Uint8Array) return value.length
  if (value instanceof OptionalValue) return value.value === undefined ? 1 : sizeOf(value.value)
  return sizeOfBoxed(value)
}

function sizeOfBoxed(value: BoxedValue): number {
  if (value instanceof CELError) return 1
  return 'size' in value && typeof value.size === 'number' ? value.size : 1
}

/** The estimator of Kubernetes has no size for optional values. */
function plainSize(value: Value): number {
  return value instanceof OptionalValue ? 1 : sizeOf(value)
}

/** A call with a fixed cost; undefined if the cost depends on the arguments. */
function fixed(cost: number): CallCost {
  return () => cost
}

const one = /* @__PURE__ */ fixed(1)

function traversing(factor = 1): CallCost {
  return ([first = null]) => Math.ceil(plainSize(first) * factor * traversal)
}

function traversingEach(value: Value): number {
  if (typeof value === 'string') return Math.trunc(utf8Length(value) * traversal)
  if (value instanceof Uint8Array) return Math.trunc(value.length * traversal)
  if (value instanceof ListValue) return value.items().reduce((sum: number, item) => sum + traversingEach(item), 0)
  if (!(value instanceof MapValue)) return 1
  return value
    .keys()
    .reduce((sum: number, key) => sum + traversingEach(key) + traversingEach(value.find(key) ?? null), 0)
}

function matching(args: readonly Value[]): number {
  const [text = '', expression = ''] = args
  return Math.ceil((1 + sizeOf(text)) * traversal) * Math.ceil(sizeOf(expression) * pattern)
}

function validating([format = null, text = '']: readonly Value[]): number {
  if (!(format instanceof NamedFormat)) return 1
  return Math.ceil((1 + sizeOf(text)) * traversal) * Math.ceil(format.patternSize * pattern)
}

function containing(id: string): CallCost {
  return ([network = null, other = null]) => {
    const compared = Math.ceil(sizeOf(network) * 2 * traversal)
    const read = id.endsWith('_string') ? Math.ceil(sizeOf(other) * traversal) : 0
    const masked = id.startsWith('cidr_contains_cidr') ? Math.ceil(sizeOf(network) * traversal) + 1 : 0
    return compared + masked + read
  }
}

function selecting([, selector = '']: readonly Value[]): number {
  const length = sizeOf(selector)
  return (
    creation.list +
    Math.ceil(length * traversal) +
    Math.ceil(Math.ceil(length * 0.5) * (creation.list + creation.struct))
  )
}

function comparing([a = null, b = null]: readonly Value[]): number {
  return Math.ceil(Math.min(sizeOf(a), sizeOf(b)) * traversal)
}

const cheapEquality: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...unitEquality,
  'kubernetes.NamedFormat',
  'kubernetes.URL',
])

function equating(args: readonly Value[]): number {
  return cheapEquality.has(typeNameOf(args[0] ?? null)) ? 1 : comparing(args)
}

function allocating(size: number, factor: number): number {
  return Math.trunc(size * factor) + 1 + creation.list
}

function comparingItems(list: Value): number {
  const first = list instanceof ListValue && list.length > 0 ? list.at(0) : null
  const isText = typeof first === 'string' || first instanceof Uint8Array
  return allocating(sizeOf(list) ** 2, isText ? 2 + traversal : 2)
}

function sets(factor: number): CallCost {
  return ([a = null, b = null]) => 1 + Math.trunc(sizeOf(a) * sizeOf(b) * factor)
}

/** Costs by Go's names of forms, which come first. */
function costOfForm(id: string): CallCost | undefined {
  if (id === 'list_sets_equivalent_list') return sets(2)
  if (id.startsWith('list_sets_')) return sets(1)
  if (id === 'list_slice' || id === 'lists_range' || id === 'list_reverse')
    return (_, result) => allocating(sizeOf(result), 1)
  if (id.startsWith('list_flatten'))
    return ([list = null, depth = 1]) => allocating(sizeOf(list), isInt(depth) ? Number(depth) : 1)
  if (id === 'list_distinct' || /^list_.*_sort$/.test(id)) return ([list = null]) => comparingItems(list)
  if (id.endsWith('_sortByAssociatedKeys')) return ([, keys = null]) => comparingItems(keys)
  return undefined
}

const oneTraversal =
  'url lowerAscii upperAscii substring trim jsonpatch.escapeKey cidr isIP isCIDR ip quantity isQuantity semver isSemver'
const itemTraversal = 'isSorted sum max min indexOf lastIndexOf includes'

/** Costs by names of functions, as the estimator of Kubernetes has them. */
const byName: ReadonlyMap<string, CallCost> = /* @__PURE__ */ new Map<string, CallCost>([
  ...forNames<CallCost>(unitFunctions, one),
  ...forNames<CallCost>(oneTraversal, traversing()),
  ...forNames<CallCost>(itemTraversal, ([first = null]) => traversingEach(first)),
  ...forNames<CallCost>('replace split ip.isCanonical', traversing(2)),
  ...forNames<CallCost>('find findAll', matching),
  ...forNames<CallCost>('fieldSelector labelSelector', selecting),
  ['join', (_, result) => Math.ceil(plainSize(result) * 2 * traversal)],
  ['check', fixed(350_000)],
  ['validate', validating],
])

/** The same for forms of the language. */
function costOfStandardForm(id: string): CallCost {
  if (
    /^(?:starts_with_string|ends_with_string|string_to_bytes|bytes_to_string|strings_quote|string_format)$/.test(id)
  ) {
    return ([first = null]) => Math.ceil(sizeOf(first) * traversal)
  }
  if (id === 'in_list') return ([, list = null]) => sizeOf(list)
  if (/^(?:less|greater)(?:_equals)?_(?:string|bytes)$/.test(id) || id === 'not_equals') return comparing
  if (id === 'equals') return equating
  if (id === 'add_string' || id === 'add_bytes') {
    return ([a = null, b = null]) => Math.ceil((sizeOf(a) + sizeOf(b)) * traversal)
  }
  if (id === 'matches_string') return matching
  if (id !== 'contains_string') return one
  return ([text = null, part = null]) => Math.ceil(sizeOf(text) * traversal) * Math.ceil(sizeOf(part) * traversal)
}

/** The cost of calls of a function. @param id - Go's name of the only matching overload; empty if several match. */
export function callCost(name: string, id: string): CallCost {
  const ofForm = costOfForm(id)
  if (ofForm !== undefined) return ofForm
  if (id === 'cidr_ip') return one
  if (id.startsWith('cidr_contains_')) return containing(id)
  if (name === 'containsIP' || name === 'containsCIDR') return containing('')
  return byName.get(name) ?? costOfStandardForm(id)
}

/** Reports whether a call costs 1 with any arguments. */
export function isUnitCost(cost: CallCost): boolean {
  return cost === one
}
