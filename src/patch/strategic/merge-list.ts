import { goStringText, goText } from '../go-text.js'
import { type JSONMap, own } from '../json-map.js'
import { fixedError, patchError } from '../patch-error.js'
import { fieldStrategy } from '../patch-meta.js'
import { deleteDirective, directiveMarker, mergeDirective, replaceDirective } from './directives.js'
import { checkElementOrder, normalizeElementOrder, partition } from './element-order.js'
import { asList, comparable, elementKind, mergeKeyValue, noMergeKey } from './list-elements.js'
import type { ListMergePlace, MergePlace } from './merge-place.js'
import { remainingMemory } from './remaining-memory.js'
import { withoutDirectives } from './without-directives.js'
import { uniteScalars } from './without-duplicates.js'

/** A merged list, and the order that elements of the original are taken to have had. */
export interface MergedList {
  readonly elements: unknown[]
  /** What Go finds in the memory of the original afterwards, up to the length of the original. */
  readonly serverOrder: readonly unknown[]
}

/** Merges a patch list into a list, or replaces it, by the strategy of the field. */
export function mergeList(original: unknown[], patch: unknown[], place: ListMergePlace): MergedList {
  if (place.strategy !== mergeDirective && !place.isDeletionList) return { elements: patch, serverOrder: original }
  if (original.length === 0 && patch.length === 0) return { elements: original, serverOrder: original }
  const { mergeKey } = place
  const kind = elementKind(original, patch)
  if (kind !== 'map' && place.options.mergeParallelList && place.isDeletionList) {
    return { elements: without(original, patch), serverOrder: original }
  }
  const { merged, before, order, serverOrder } =
    kind === 'map' ? mergeElements(original as JSONMap[], patch as JSONMap[], place) : mergeScalars(original, patch)
  const [patchItems, serverOnly] = partition(merged, order, mergeKey)
  const parts = { patchItems, serverOnly, patchOrder: order, serverOrder: before }
  return { elements: normalizeElementOrder(parts, { mergeKey, kind }), serverOrder }
}

function mergeScalars(original: unknown[], patch: unknown[]): MergedElements {
  const { merged, before } = uniteScalars(original, patch)
  return { merged, before, order: patch, serverOrder: before }
}

function without(list: unknown[], values: unknown[]): unknown[] {
  const gone = new Set(values)
  return list.filter((value) => !gone.has(value))
}

interface MergedElements {
  readonly merged: unknown[]
  /** The list without the elements that the patch deletes. */
  readonly before: unknown[]
  /** The elements of the patch without its directives. */
  readonly order: unknown[]
  readonly serverOrder: readonly unknown[]
}

function mergeElements(original: JSONMap[], patch: JSONMap[], place: ListMergePlace): MergedElements {
  const { mergeKey } = place
  if (mergeKey === '') throw patchError('NoMergeKey', `cannot merge lists without merge key for ${place.schema.name}`)
  const { replace, elements, deleted } = readDirectives(patch, mergeKey)
  const before = deleted.size === 0 ? original : original.filter((element) => !deleted.has(own(element, mergeKey)))
  const merged = replace ? elements : mergeByKey(before, elements, place)
  return {
    merged,
    before: replace ? elements : before,
    order: replace ? [] : elements,
    serverOrder: deleted.size === 0 ? original : readAgain(original, replace ? before : merged, { deleted, mergeKey }),
  }
}

/** The content of the memory of `original` after elements were deleted from it and new ones appended. */
function readAgain(
  original: JSONMap[],
  now: JSONMap[],
  { deleted, mergeKey }: { deleted: Set<unknown>; mergeKey: string },
): JSONMap[] {
  const rest = remainingMemory(original, deleted, mergeKey)
  const kept = original.length - rest.length
  return [...now, ...rest.slice(now.length - kept)].slice(0, original.length)
}

interface PatchElements {
  readonly replace: boolean
  readonly elements: JSONMap[]
  /** Merge keys of the elements to delete. */
  readonly deleted: Set<unknown>
}

/** Separates the elements of a patch from its `$patch` directives. */
function readDirectives(patch: JSONMap[], mergeKey: string): PatchElements {
  const elements: JSONMap[] = []
  const deleted = new Set<unknown>()
  let replace = false
  for (const element of patch) {
    const directive = own(element, directiveMarker)
    if (directive === undefined) elements.push(element)
    else if (directive === deleteDirective) deleted.add(mergeKeyValue(element, mergeKey))
    else if (directive === replaceDirective) replace = true
    else if (directive === mergeDirective) {
      throw patchError('BadPatchType', 'merging lists cannot yet be specified in the patch')
    } else {
      const message = `unknown patch type: ${goStringText(directive)} in map: ${goText(element)}`
      throw patchError('BadPatchType', message)
    }
  }
  return { replace, elements, deleted }
}

/** Merges each element of the patch into the first one with the same key, or appends it. */
function mergeByKey(original: JSONMap[], patch: JSONMap[], place: ListMergePlace): JSONMap[] {
  const { mergeKey } = place
  const result = [...original]
  const places = new Map<unknown, number>()
  for (let i = 0; i < original.length; i++) addPlace(places, own(original[i]!, mergeKey), i)
  for (const element of patch) {
    const key = own(element, mergeKey)
    if (key === undefined) throw noMergeKey(element, mergeKey)
    const at = places.get(comparable(key))
    if (at === undefined) {
      places.set(key, result.length)
      result.push(element)
    } else {
      result[at] = place.mergeMap(result[at]!, element, place)
    }
  }
  return result
}

function addPlace(places: Map<unknown, number>, key: unknown, at: number): void {
  if (key !== undefined && !places.has(key)) places.set(key, at)
}

/** A list with a `$setElementOrder` directive. */
export interface OrderedList extends Pick<ListMergePlace, 'mergeMap'> {
  /** Name of the list; undefined when the directive has none. */
  readonly field: string | undefined
  /** Value of the directive. */
  readonly order: unknown
  /** The list in the original and in the patch; undefined where it is not. */
  readonly before: unknown
  readonly patch: unknown
}

/**
 * Merges a list in the order of its directive; undefined if neither side has such a list. Elements that only the original
 * has keep their places as far as possible.
 */
export function mergeOrderedList(
  { field, order, before, patch, mergeMap }: OrderedList,
  { schema, options }: MergePlace,
): unknown[] | undefined {
  const wanted = asList(order)
  if (field === undefined) throw fixedError('BadPatchFormatForSetElementOrderList')
  const beforeList = before === undefined ? [] : asList(before)
  const patchList = patch === undefined ? [] : asList(patch)
  const { subschema, patchMeta } = schema.lookupPatchMetadataForSlice(field)
  const { strategy } = fieldStrategy(patchMeta)
  const mergeKey = patchMeta.patchMergeKey
  checkElementOrder(patchList, wanted, mergeKey)
  if (before === undefined && patch === undefined) return undefined
  const place = { schema: subschema, options, strategy, mergeKey, isDeletionList: false, mergeMap }
  const { elements, serverOrder } = mergeFound({ before, patch }, place)
  const [patchItems, serverOnly] = partition(elements, wanted, mergeKey)
  const kind = elementKind(beforeList, patchList)
  return normalizeElementOrder({ patchItems, serverOnly, patchOrder: wanted, serverOrder }, { mergeKey, kind })
}

function mergeFound({ before, patch }: { before: unknown; patch: unknown }, place: ListMergePlace): MergedList {
  if (patch === undefined) return { elements: before as unknown[], serverOrder: before as unknown[] }
  if (before === undefined) return { elements: withoutDirectives(patch, false) as unknown[], serverOrder: [] }
  return mergeList(before as unknown[], patch as unknown[], place)
}
