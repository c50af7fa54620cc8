import { PlainList } from '../values/collections.js'
import { isEqual } from '../values/equal.js'
import { addNumbers, compareValues, isOrdered, named } from '../values/numbers.js'
import {
  CELError,
  Double,
  Duration,
  isInt,
  ListValue,
  MapValue,
  none,
  noOverload,
  OptionalValue,
  typeNameOf,
  UInt,
  type Value,
} from '../values/value.js'

type ListFunction = (list: ListValue, ...args: never[]) => Value

function isSorted(list: ListValue): Value {
  let before: Value | undefined
  for (const item of list.items()) {
    if (!isOrdered(item)) return noOverload(item)
    if (before !== undefined && compareValues(before, item) === 1) return false
    before = item
  }
  return true
}

function extreme(name: 'min' | 'max'): ListFunction {
  const better = name === 'min' ? 1 : -1
  return (list) => {
    let best: Value | undefined
    for (const item of list.items()) {
      if (!isOrdered(item)) return noOverload(item)
      if (best === undefined || compareValues(best, item) === better) best = item
    }
    return best ?? (list.length === 0 ? new CELError(`${name} called on empty list`) : null)
  }
}

function sum(zero: Value): ListFunction {
  return (list) => {
    let total = zero
    for (const item of list.items()) {
      const next = addNumbers(total, item) ?? noOverload(item)
      if (next instanceof CELError) return next
      total = next
    }
    return total
  }
}

function first(list: ListValue): Value {
  return list.length === 0 ? none : new OptionalValue(list.at(0))
}

function last(list: ListValue): Value {
  return list.length === 0 ? none : new OptionalValue(list.at(list.length - 1))
}

function slice(list: ListValue, start: number | bigint, end: number | bigint): Value {
  const cannot = `cannot slice(${start}, ${end})`
  if (start < 0 || end < 0) return new CELError(`${cannot}, negative indexes not supported`)
  if (start > end) return new CELError(`${cannot}, start index must be less than or equal to end index`)
  if (end > list.length) return new CELError(`${cannot}, list is length ${list.length}`)
  return new PlainList(list.items().slice(Number(start), Number(end)))
}

/** `flatten()`. Its signature is that of a list of lists, but Go takes any list and checks what it is given here. */
export function flatten(list: Value, ...levels: readonly Value[]): Value {
  const [depth = 1] = levels
  if (!(list instanceof ListValue) || !isInt(depth)) return cannotFlatten(list, levels)
  if (depth < 0) return new CELError('level must be non-negative')
  const into: Value[] = []
  flattenInto(into, list, Number(depth))
  return new PlainList(into)
}

function cannotFlatten(value: Value, levels: readonly Value[]): CELError {
  const shown = value instanceof MapValue ? 'map(dyn, dyn)' : typeNameOf(value)
  return new CELError(`no such overload: ${shown}.flatten(${levels.map(typeNameOf).join(', ')})`)
}

function flattenInto(into: Value[], list: ListValue, depth: number): void {
  for (const item of list.items()) {
    if (item instanceof ListValue && depth > 0) flattenInto(into, item, depth - 1)
    else into.push(item)
  }
}

function distinct(list: ListValue): Value {
  const kept: Value[] = []
  for (const item of list.items()) if (!kept.some((each) => isEqual(item, each))) kept.push(item)
  return new PlainList(kept)
}

/** `sort()`, of lists whose items have one type with an order. */
export function sort(list: Value): Value {
  return list instanceof ListValue ? sortByKeys(list, list) : named('sort', list)
}

/** Sorts a list by a list of as many keys. */
export function sortByKeys(list: Value, keys: ListValue): Value {
  if (!(list instanceof ListValue)) return named('@sortByAssociatedKeys', list)
  if (list.length !== keys.length) {
    const sizes = `but got ${list.length} and ${keys.length} elements respectively`
    return new CELError(
      `@sortByAssociatedKeys() expected a list of the same size as the associated keys list, ${sizes}`,
    )
  }
  if (list.length === 0) return list
  const type = typeNameOf(keys.at(0))
  if (!isOrdered(keys.at(0))) return new CELError('list elements must be comparable')
  if (list.length > 1 && keys.items().some((key) => typeNameOf(key) !== type)) {
    return new CELError('list elements must have the same type')
  }
  const order = Array.from({ length: list.length }, (_, i) => i)
  order.sort((i, j) => Number(compareValues(keys.at(i), keys.at(j))))
  return new PlainList(order.map((i) => list.at(i)))
}

/** The numbers from zero on, generated on demand: the cost limit stops a rule with too many of them. */
class NumberRange extends ListValue {
  #items: number[] | undefined

  constructor(readonly length: number) {
    super()
  }

  at(index: number): Value {
    return index
  }

  items(): readonly Value[] {
    this.#items ??= Array.from({ length: this.length }, (_, i) => i)
    return this.#items
  }
}

function range(length: number | bigint): Value {
  return new NumberRange(Math.max(0, Number(length)))
}

function has(list: ListValue, item: Value): boolean {
  return list.items().some((each) => isEqual(item, each))
}

function contains(list: ListValue, part: ListValue): boolean {
  return part.items().every((item) => has(list, item))
}

function unwrap(list: ListValue): Value {
  const kept: Value[] = []
  for (const item of list.items()) {
    if (!(item instanceof OptionalValue)) return noOverload(item)
    if (item.value !== undefined) kept.push(item.value)
  }
  return new PlainList(kept)
}

/** Types of the items that lists can be sorted by. */
export const orderedTypes: readonly string[] =
  /* @__PURE__ */ 'int uint double bool duration timestamp string bytes'.split(' ')

function ofOrdered(): Record<string, (...args: never[]) => Value> {
  return Object.fromEntries(
    orderedTypes.flatMap((type): [string, (...args: never[]) => Value][] => [
      [`list_${type}_is_sorted_bool`, isSorted],
      [`list_${type}_min_${type}`, extreme('min')],
      [`list_${type}_max_${type}`, extreme('max')],
    ]),
  )
}

/** Functions on lists, by Go's names of their forms. */
export const listFunctions: Readonly<Record<string, (...args: never[]) => Value>> = {
  .../* @__PURE__ */ ofOrdered(),
  list_int_sum_int: /* @__PURE__ */ sum(0),
  list_uint_sum_uint: /* @__PURE__ */ sum(/* @__PURE__ */ new UInt(0n)),
  list_double_sum_double: /* @__PURE__ */ sum(/* @__PURE__ */ new Double(0)),
  list_duration_sum_duration: /* @__PURE__ */ sum(/* @__PURE__ */ new Duration(0n)),
  list_a_index_of_int: (list: ListValue, item: Value) => list.items().findIndex((each) => isEqual(each, item)),
  list_a_last_index_of_int: (list: ListValue, item: Value) => list.items().findLastIndex((each) => isEqual(each, item)),
  list_includes_dyn_dyn: (target: Value, item: Value) =>
    target instanceof ListValue ? has(target, item) : isEqual(target, item),
  list_first: first,
  list_last: last,
  list_slice: slice,
  list_distinct: distinct,
  list_reverse: (list: ListValue) => new PlainList(list.items().toReversed()),
  lists_range: range,
  list_sets_contains_list: contains,
  list_sets_equivalent_list: (a: ListValue, b: ListValue) => contains(a, b) && contains(b, a),
  list_sets_intersects_list: (a: ListValue, b: ListValue) => a.items().some((item) => has(b, item)),
  optional_unwrap: unwrap,
  optional_unwrapOpt: unwrap,
}
