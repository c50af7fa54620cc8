import { goText } from '../go-text.js'
import { isMap, own, type ValueKind, valueKind } from '../json-map.js'
import { patchError } from '../patch-error.js'
import { deleteDirective, directiveMarker, elementOrderPrefix } from './directives.js'
import { asMap, comparable, identity, mergeKeyValue, positions, requireMergeKey } from './list-elements.js'
import { stableSort } from './stable-sort.js'

/** Facts about the elements of a list that is ordered. */
export interface ElementType {
  /** Empty for scalars. */
  readonly mergeKey: string
  readonly kind: ValueKind
}

/** Sorts `list` by the order of `order`; elements marked for deletion go last. Neither list is changed. */
export function sortByOrder(list: readonly unknown[], order: readonly unknown[], type: ElementType): unknown[] {
  const { mergeKey, kind } = type
  if (kind === 'map') {
    for (let i = 0; i < list.length; i++) requireMergeKey(list[i], mergeKey)
    for (let i = 0; i < order.length; i++) requireMergeKey(order[i], mergeKey)
  }
  // A single element is not compared, with any key.
  if (list.length <= 1) return [...list]
  const [kept, deleted] = kind === 'map' ? splitDeleted(list) : [[...list], []]
  const places = positions(order, mergeKey, kind)
  const ranks = kept.map((element) => places.get(identity(element, mergeKey, kind)) ?? -1)
  const sorted = isAscending(ranks) ? kept : sortByRank(kept, ranks)
  return deleted.length === 0 ? sorted : [...sorted, ...deleted]
}

/** Reports whether all of the ranks are known and each is more than the one before: there is nothing to sort. */
// Stryker disable all: what is sorted although it need not be stays as it is
function isAscending(ranks: readonly number[]): boolean {
  let last = -1
  for (const rank of ranks) {
    if (rank <= last) return false
    last = rank
  }
  return true
}
// Stryker restore all

function sortByRank(list: readonly unknown[], ranks: readonly number[]): unknown[] {
  const ranked = list.map((element, i) => ({ element, rank: ranks[i]! }))
  if (ranks.includes(-1)) stableSort(ranked, (a, b) => a.rank < 0 || b.rank < 0 || a.rank < b.rank)
  else ranked.sort((a, b) => a.rank - b.rank)
  return ranked.map(({ element }) => element)
}

/** The elements that stay, and those with `$patch: delete`. */
function splitDeleted(list: readonly unknown[]): [kept: unknown[], deleted: unknown[]] {
  const kept: unknown[] = []
  const deleted: unknown[] = []
  for (const element of list) {
    if (own(asMap(element), directiveMarker) === deleteDirective) deleted.push(element)
    else kept.push(element)
  }
  return [kept, deleted]
}

/** The two parts of a merged list, and the orders they are to have. */
export interface OrderedParts {
  readonly patchItems: readonly unknown[]
  readonly serverOnly: readonly unknown[]
  readonly patchOrder: readonly unknown[]
  readonly serverOrder: readonly unknown[]
}

/** Orders both parts of a list and interleaves them; each part keeps its own order. */
export function normalizeElementOrder(parts: OrderedParts, type: ElementType): unknown[] {
  const patch = sortByOrder(parts.patchItems, parts.patchOrder, type)
  const server = sortByOrder(parts.serverOnly, parts.serverOrder, type)
  // Stryker disable next-line ConditionalExpression: between nothing and a list stands the list
  return server.length === 0 ? patch : interleave(server, patch, placesIn(parts.serverOrder, type))
}

function placesIn(order: readonly unknown[], { mergeKey, kind }: ElementType): (element: unknown) => number {
  const places = positions(order, mergeKey, kind)
  return (element) => places.get(identity(element, mergeKey, kind)) ?? -1
}

/** Puts an element of `left` first only if the server has both, and this one first. */
function interleave(left: unknown[], right: unknown[], place: (element: unknown) => number): unknown[] {
  const result: unknown[] = []
  let i = 0
  let j = 0
  while (i < left.length && j < right.length) {
    const [l, r] = [place(left[i]), place(right[j])]
    result.push(l >= 0 && r >= 0 && l < r ? left[i++] : right[j++])
  }
  while (i < left.length) result.push(left[i++])
  while (j < right.length) result.push(right[j++])
  return result
}

/** Splits a merged list into the elements that `by` names and the others. */
export function partition(
  list: readonly unknown[],
  by: readonly unknown[],
  mergeKey: string,
): [named: unknown[], others: unknown[]] {
  const isNamed = mergeKey === '' ? namedScalars(by) : namedMaps(by, mergeKey)
  const named: unknown[] = []
  const others: unknown[] = []
  for (const element of list) {
    if (isNamed(element)) named.push(element)
    else others.push(element)
  }
  return [named, others]
}

function namedScalars(by: readonly unknown[]): (element: unknown) => boolean {
  const known = new Set(by.map((element) => identity(element, '', 'string')))
  return (element) => known.has(identity(element, '', 'string'))
}

/** Go searches the list until it finds the element, and only complains about what it meets on the way. */
function namedMaps(by: readonly unknown[], mergeKey: string): (element: unknown) => boolean {
  const bad = by.findIndex((element) => !isMap(element))
  const known = new Set<unknown>()
  for (const element of bad < 0 ? by : by.slice(0, bad)) known.add(own(asMap(element), mergeKey))
  return (element) => {
    if (known.has(mergeKeyValue(element, mergeKey))) return true
    if (bad >= 0) throw patchError('BadArgType', `value for key ${bad} is not a map`)
    return false
  }
}

/**
 * Checks that the elements of a patch list have the same order in its `$setElementOrder` list.
 *
 * @throws MachineryError `BadPatchFormatForSetElementOrderList`.
 */
export function checkElementOrder(patchList: readonly unknown[], order: readonly unknown[], mergeKey: string): void {
  if (order.length === 0 || patchList.length === 0) return
  const expected = mergeKey === '' ? [...patchList] : splitDeleted(patchList)[0]
  let next = 0
  let at = 0
  while (next < expected.length && at < order.length) {
    const element = expected[next]
    if (isMap(element) && own(element, directiveMarker) !== undefined) next++
    else if (sameElement(element, order[at++], mergeKey)) next++
  }
  if (next >= expected.length) return
  throw patchError(
    'BadPatchFormatForSetElementOrderList',
    `The order in patch list:\n${goText(patchList)}\n doesn't match ${elementOrderPrefix} list:\n${goText(order)}\n`,
  )
}

/** Reports whether two elements are the same one: by their merge key, or as scalars. */
export function sameElement(left: unknown, right: unknown, mergeKey: string): boolean {
  if (mergeKey === '') return left === right
  const [l, r] = [requireMergeKey(left, mergeKey), requireMergeKey(right, mergeKey)]
  return valueKind(l) === valueKind(r) && comparable(l) === comparable(r)
}
