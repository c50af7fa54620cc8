import { compareStrings } from '../../internal/compare-strings.js'
import { setOwn } from '../../json/json-value.js'
import { goText } from '../go-text.js'
import { type JSONMap, own, sameValue } from '../json-map.js'
import type { DiffOptions, ListDiffPlace } from './diff-place.js'
import { deleteDirective, directiveMarker } from './directives.js'
import { sameElement, sortByOrder } from './element-order.js'
import { elementKind, noMergeKey } from './list-elements.js'
import { withoutDuplicates } from './without-duplicates.js'

/** The parts of a patch that a merged list comes to. */
export interface ListDiff {
  /** The list itself: elements to add, to change or, among maps, to delete. */
  readonly additions: readonly unknown[]
  /** `$deleteFromPrimitiveList`. */
  readonly deletions: readonly unknown[]
  /** `$setElementOrder`. */
  readonly order: readonly unknown[]
}

const none: readonly unknown[] = []

/** Compares two lists that are merged element by element. */
export function diffLists(original: unknown[], modified: unknown[], place: ListDiffPlace): ListDiff {
  if (original.length === 0) {
    const additions = place.options.ignoreChangesAndAdditions ? none : modified
    return { additions, deletions: none, order: none }
  }
  const kind = elementKind(original, modified)
  if (kind === 'map') return diffListsOfMaps(original as JSONMap[], modified as JSONMap[], place)
  const { added, deleted, sorted } = diffScalars(original, modified, place.options)
  const additions = sortByOrder(added, modified, { mergeKey: place.mergeKey, kind })
  const { setElementOrder, ignoreDeletions, ignoreChangesAndAdditions } = place.options
  const changed =
    (!ignoreDeletions && deleted.length > 0) || (!ignoreChangesAndAdditions && !sameValue(sorted, modified))
  return { additions, deletions: deleted, order: setElementOrder && changed ? modified : none }
}

function diffListsOfMaps(original: JSONMap[], modified: JSONMap[], place: ListDiffPlace): ListDiff {
  const { options, mergeKey } = place
  const aligned = areAligned(original, modified, mergeKey)
  const { changed, deleted } = aligned
    ? { changed: diffAligned(original, modified, place), deleted: none }
    : diffElements(original, modified, place)
  const isSorted = aligned && changed.every((element) => own(element, directiveMarker) === undefined)
  const sorted = isSorted ? changed : sortByOrder(changed, modified, { mergeKey, kind: 'map' })
  const orderSame =
    aligned ||
    (original.length === modified.length && modified.every((element, i) => sameElement(original[i], element, mergeKey)))
  const additions = deleted.length > 0 ? [...sorted, ...deleted] : sorted
  const isOrdered =
    options.setElementOrder &&
    ((!options.ignoreChangesAndAdditions && (additions.length > 0 || !orderSame)) ||
      (!options.ignoreDeletions && additions.length > 0))
  const order = isOrdered ? modified.map((element) => withMember(mergeKey, own(element, mergeKey) ?? null)) : none
  return { additions, deletions: none, order }
}

function withMember(key: string, value: unknown): JSONMap {
  const map: JSONMap = {}
  setOwn(map, key, value)
  return map
}

/** Reports whether both lists have the same elements in the same order, each of them once. */
function areAligned(original: JSONMap[], modified: JSONMap[], mergeKey: string): boolean {
  if (original.length !== modified.length) return false
  const known = new Set<string>()
  for (let i = 0; i < modified.length; i++) {
    const key = own(modified[i]!, mergeKey)
    if ((typeof key !== 'string' && typeof key !== 'number') || own(original[i]!, mergeKey) !== key) return false
    known.add(String(key))
  }
  return known.size === modified.length
}

function diffAligned(original: JSONMap[], modified: JSONMap[], place: ListDiffPlace): JSONMap[] {
  const changed: JSONMap[] = []
  for (const [i, element] of modified.entries()) {
    const patch = place.diffMaps(original[i]!, element, place)
    if (Object.keys(patch).length === 0) continue
    setOwn(patch, place.mergeKey, own(element, place.mergeKey))
    changed.push(patch)
  }
  return changed
}

/** Walks both lists in the order of their merge keys. */
function diffElements(
  original: JSONMap[],
  modified: JSONMap[],
  place: ListDiffPlace,
): { changed: JSONMap[]; deleted: JSONMap[] } {
  const { mergeKey, options } = place
  const before = sortedElements(original, mergeKey)
  const after = sortedElements(modified, mergeKey)
  const changed: JSONMap[] = []
  const deleted: JSONMap[] = []
  for (let i = 0, j = 0; i < before.length || j < after.length; ) {
    const [old, now] = [before[i], after[j]]
    for (const each of [old, now])
      if (each?.key === undefined && each !== undefined) throw noMergeKey(each.map, mergeKey)
    const order = old === undefined ? 1 : now === undefined ? -1 : compareStrings(old.text, now.text)
    if (order <= 0) i++
    if (order >= 0) j++
    if (order === 0) {
      const patch = place.diffMaps(old!.map, now!.map, place)
      if (Object.keys(patch).length === 0) continue
      setOwn(patch, mergeKey, now!.key)
      changed.push(patch)
    } else if (order > 0) {
      if (!options.ignoreChangesAndAdditions) changed.push(now!.map)
    } else if (!options.ignoreDeletions) {
      const directive = withMember(mergeKey, old!.key)
      directive[directiveMarker] = deleteDirective
      deleted.push(directive)
    }
  }
  return { changed, deleted }
}

/** An element with its merge key, also as text. */
interface Element {
  readonly map: JSONMap
  readonly key: unknown
  readonly text: string
}

/** Go's sort turns elements with the same key around. */
function sortedElements(list: JSONMap[], mergeKey: string): Element[] {
  const elements = list.map((map) => {
    const key = own(map, mergeKey)
    return { map, key, text: goText(key) }
  })
  return elements.reverse().sort((a, b) => compareStrings(a.text, b.text))
}

/** Walks both lists in the order of their text. `sorted` is the original list in that order. */
function diffScalars(
  original: unknown[],
  modified: unknown[],
  options: DiffOptions,
): { added: unknown[]; deleted: unknown[]; sorted: unknown[] } {
  const before = sortedScalars(original)
  const after = sortedScalars(modified)
  const added: unknown[] = []
  const deleted: unknown[] = []
  for (let i = 0, j = 0; i < before.length || j < after.length; ) {
    const [old, now] = [before[i], after[j]]
    const order = old === undefined ? 1 : now === undefined ? -1 : compareStrings(old.text, now.text)
    if (order <= 0) i++
    if (order >= 0) j++
    if (order > 0 && !options.ignoreChangesAndAdditions) added.push(now?.value)
    if (order < 0 && !options.ignoreDeletions) deleted.push(old?.value)
  }
  return { added, deleted: withoutDuplicates(deleted), sorted: before.map(({ value }) => value) }
}

function sortedScalars(list: unknown[]): { value: unknown; text: string }[] {
  return list.map((value) => ({ value, text: goText(value) })).sort((a, b) => compareStrings(a.text, b.text))
}
