import { setOwn } from '../../json/json-value.js'
import { goStringText, goText } from '../go-text.js'
import { isMap, type JSONMap, keysOf, kindOf, own, sameValue, shallowCopy } from '../json-map.js'
import { fixedError, patchError } from '../patch-error.js'
import { fieldStrategy } from '../patch-meta.js'
import {
  deleteDirective,
  deletionListPrefix,
  directiveField,
  directiveMarker,
  elementOrderPrefix,
  mayBeDirective,
  replaceDirective,
  retainKeysDirective,
} from './directives.js'
import { mergeList, mergeOrderedList } from './merge-list.js'
import type { ListMergePlace, MergeOptions, MergePlace } from './merge-place.js'
import { withoutDirectives } from './without-directives.js'

/**
 * Applies a strategic merge patch, or merges two patches. Neither argument is changed; the result shares what is the same
 * with them.
 */
export function mergeMap(original: JSONMap, patch: JSONMap, place: MergePlace): JSONMap {
  const directive = own(patch, directiveMarker)
  if (directive !== undefined) return followDirective(directive, patch)
  const result = shallowCopy(original)
  let rest = patch
  let keys = keysOf(patch)
  if (keys.some(mayBeDirective)) {
    rest = shallowCopy(patch)
    applyRetainKeys(result, rest, place.options)
    for (const key of keys) if (key.startsWith(elementOrderPrefix)) applyElementOrder(key, { result, rest }, place)
    keys = deletionsFirst(keysOf(rest))
  }
  for (const key of keys) mergeMember(key, { result, rest }, place)
  return result
}

/** The map that is being made, and the part of the patch that is still to be merged into it. */
interface Work {
  readonly result: JSONMap
  readonly rest: JSONMap
}

function followDirective(directive: unknown, patch: JSONMap): JSONMap {
  if (directive === deleteDirective) return {}
  if (directive !== replaceDirective) {
    const message = `unknown patch type: ${goStringText(directive)} in map: ${goText(patch)}`
    throw patchError('BadPatchType', message)
  }
  const replacement = shallowCopy(patch)
  delete replacement[directiveMarker]
  return replacement
}

/** Go leaves it to chance whether deletions or additions of a list come first. */
function deletionsFirst(keys: string[]): string[] {
  const isDeletion = (key: string) => key.startsWith(deletionListPrefix)
  return [...keys.filter(isDeletion), ...keys.filter((key) => !isDeletion(key))]
}

function applyRetainKeys(result: JSONMap, rest: JSONMap, options: MergeOptions): void {
  const wanted = own(rest, retainKeysDirective)
  if (wanted === undefined) return
  delete rest[retainKeysDirective]
  if (!options.mergeParallelList) keepRetainKeys(result, wanted)
  else retainKeys(result, rest, wanted)
}

/** The result is a patch itself, and gets the directive. */
function keepRetainKeys(result: JSONMap, wanted: unknown): void {
  const earlier = own(result, retainKeysDirective)
  if (earlier === undefined) result[retainKeysDirective] = wanted
  else if (!sameValue(earlier, wanted)) {
    const message = `${goText(earlier)} and ${goText(wanted)} are not deep equal: this may happen when calculating the 3-way diff patch`
    throw patchError('BadPatchFormatForRetainKeys', message)
  }
}

function retainKeys(result: JSONMap, rest: JSONMap, wanted: unknown): void {
  if (!Array.isArray(wanted)) throw fixedError('BadPatchFormatForRetainKeys')
  const kept = new Set<unknown>(wanted)
  for (const key of keysOf(rest)) {
    if (rest[key] === null || key.startsWith(deletionListPrefix) || key.startsWith(elementOrderPrefix)) continue
    if (!kept.has(key)) throw fixedError('BadPatchFormatForRetainKeys')
  }
  for (const key of Object.keys(result)) if (!kept.has(key)) delete result[key]
}

/** Merges the list that a `$setElementOrder` key names, in its order. */
function applyElementOrder(key: string, { result, rest }: Work, { schema, options }: MergePlace): void {
  const order = own(rest, key)
  if (order === undefined) return
  if (!options.mergeParallelList) keepElementOrder(key, order, result)
  delete rest[key]
  const list = mergeOrderedList(key, order, {
    original: (field) => own(result, field),
    patch: (field) => own(rest, field),
    schema,
    options,
    mergeMap,
  })
  if (list === undefined) return
  setOwn(result, list.field, list.elements)
  delete rest[list.field]
}

/** The result is a patch itself, and gets the directive. */
function keepElementOrder(key: string, order: unknown, result: JSONMap): void {
  const earlier = own(result, key)
  if (earlier === undefined) result[key] = order
  else if (!sameValue(earlier, order)) throw fixedError('BadPatchFormatForSetElementOrderList')
}

function mergeMember(key: string, { result, rest }: Work, place: MergePlace): void {
  const { options } = place
  const value = rest[key]
  const isDeletionList = key.startsWith(deletionListPrefix)
  if (isDeletionList && !options.mergeParallelList) {
    result[key] = value
    return
  }
  const field = isDeletionList ? deletionField(key) : key
  if (value === null) {
    if (Object.hasOwn(result, field)) delete result[field]
    if (options.ignoreUnmatchedNulls) return
  }
  const before = own(result, field)
  if (before === undefined || kindOf(before) !== kindOf(value)) {
    if (!isDeletionList) setMember(result, field, withoutDirectives(value, options.ignoreUnmatchedNulls))
  } else {
    setMember(result, field, mergeValues(field, { before, value, isDeletionList }, place))
  }
}

function setMember(map: JSONMap, key: string, value: unknown): void {
  if (value === undefined) delete map[key]
  else setOwn(map, key, value)
}

function deletionField(key: string): string {
  const field = directiveField(key, deletionListPrefix)
  if (field === undefined) throw fixedError('BadPatchFormatForPrimitiveList')
  return field === '' ? key : field
}

interface Values {
  readonly before: unknown
  readonly value: unknown
  readonly isDeletionList: boolean
}

function mergeValues(
  field: string,
  { before, value, isDeletionList }: Values,
  { schema, options }: MergePlace,
): unknown {
  if (isMap(value)) {
    const { subschema, patchMeta } = schema.lookupPatchMetadataForStruct(field)
    if (fieldStrategy(patchMeta).strategy === replaceDirective) return value
    return mergeMap(before as JSONMap, value, { schema: subschema, options })
  }
  if (!Array.isArray(value)) return value
  const { subschema, patchMeta } = schema.lookupPatchMetadataForSlice(field)
  const { strategy } = fieldStrategy(patchMeta)
  const place: ListMergePlace = {
    schema: subschema,
    options,
    strategy,
    mergeKey: patchMeta.patchMergeKey,
    isDeletionList,
    mergeMap,
  }
  return mergeList(before as unknown[], value, place)
}
