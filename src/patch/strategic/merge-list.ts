import { goStringText, goText } from '../go-text.js'
import { type JSONMap, own } from '../json-map.js'
import { fixedError, patchError } from '../patch-error.js'
import { fieldStrategy } from '../patch-meta.js'
import {
  deleteDirective,
  directiveField,
  directiveMarker,
  elementOrderPrefix,
  mergeDirective,
  replaceDirective,
} from './directives.js'
import { checkElementOrder, normalizeElementOrder, partition } from './element-order.js'
import { asList, comparable, elementKind, mergeKeyValue, noMergeKey } from './list-elements.js'
import type { ListMergePlace, MergePlace } from './merge-place.js'
import { withoutDirectives } from './without-directives.js'
import { withoutDuplicates } from './without-duplicates.js'

/** Merges a patch list into a list, or replaces it, as the strategy of the field says. */
export function mergeList(original: unknown[], patch: unknown[], place: ListMergePlace): unknown[] {
  if (place.strategy !== mergeDirective && !place.isDeletionList) return patch
  if (original.length === 0 && patch.length === 0) return original
  const { mergeKey } = place
  const kind = elementKind(original, patch)
  if (kind !== 'map' && place.options.mergeParallelList && place.isDeletionList) return without(original, patch)
  const { merged, before, order } =
    kind === 'map'
      ? mergeElements(original as JSONMap[], patch as JSONMap[], place)
      : { merged: withoutDuplicates([...original, ...patch]), before: original, order: patch }
  const [patchItems, serverOnly] = partition(merged, order, mergeKey)
  return normalizeElementOrder({ patchItems, serverOnly, patchOrder: order, serverOrder: before }, { mergeKey, kind })
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
}

function mergeElements(original: JSONMap[], patch: JSONMap[], place: ListMergePlace): MergedElements {
  const { mergeKey } = place
  if (mergeKey === '') {
    throw patchError('NoMergeKey', `cannot merge lists without merge key for ${place.schema.name}`)
  }
  const { replace, elements, deleted } = readDirectives(patch, mergeKey)
  if (replace) return { merged: elements, before: elements, order: [] }
  const before = deleted.size === 0 ? original : original.filter((element) => !deleted.has(own(element, mergeKey)))
  return { merged: mergeByKey(before, elements, place), before, order: elements }
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
  for (const [i, element] of original.entries()) addPlace(places, own(element, mergeKey), i)
  for (const element of patch) {
    const key = own(element, mergeKey)
    if (key === undefined) throw noMergeKey(element, mergeKey)
    const at = places.get(comparable(key))
    if (at === undefined) {
      places.set(key, result.length)
      result.push(element)
    } else {
      result[at] = place.mergeMap(result[at] as JSONMap, element, place)
    }
  }
  return result
}

function addPlace(places: Map<unknown, number>, key: unknown, at: number): void {
  if (key !== undefined && !places.has(key)) places.set(key, at)
}

/** A list with a `$setElementOrder` directive, and how to get at the maps it stands in. */
export interface OrderedListPlace extends MergePlace, Pick<ListMergePlace, 'mergeMap'> {
  readonly original: (field: string) => unknown
  readonly patch: (field: string) => unknown
}

/**
 * Merges the list that a `$setElementOrder` key names, in the order it asks for; undefined when neither side has such a
 * list. Elements that only the original has keep their places as far as they can.
 */
export function mergeOrderedList(
  key: string,
  order: unknown,
  place: OrderedListPlace,
): { field: string; elements: unknown[] } | undefined {
  const wanted = asList(order)
  const field = directiveField(key, elementOrderPrefix)
  if (field === undefined) throw fixedError('BadPatchFormatForSetElementOrderList')
  const before = place.original(field)
  const patch = place.patch(field)
  const [beforeList, patchList] = [before ?? [], patch ?? []].map(asList) as [unknown[], unknown[]]
  const { subschema, patchMeta } = place.schema.lookupPatchMetadataForSlice(field)
  const { strategy } = fieldStrategy(patchMeta)
  const mergeKey = patchMeta.patchMergeKey
  checkElementOrder(patchList, wanted, mergeKey)
  if (before === undefined && patch === undefined) return undefined
  const merged = mergeFound(
    { before, patch },
    { ...place, schema: subschema, strategy, mergeKey, isDeletionList: false },
  )
  const [patchItems, serverOnly] = partition(merged, wanted, mergeKey)
  const kind = elementKind(beforeList, patchList)
  const parts = { patchItems, serverOnly, patchOrder: wanted, serverOrder: beforeList }
  return { field, elements: normalizeElementOrder(parts, { mergeKey, kind }) }
}

function mergeFound({ before, patch }: { before: unknown; patch: unknown }, place: ListMergePlace): unknown[] {
  if (patch === undefined) return before as unknown[]
  if (before === undefined) return withoutDirectives(patch, false) as unknown[]
  return mergeList(before as unknown[], patch as unknown[], place)
}
