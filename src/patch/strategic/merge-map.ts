import { presentKeys, setOwn } from '../../json/json-value.js'
import { goStringText, goText } from '../go-text.js'
import { isMap, type JSONMap, own, sameValue, shallowCopy, valueKind } from '../json-map.js'
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
  const keys = presentKeys(patch)
  const work = { result, patch }
  if (keys.some(mayBeDirective)) mergeWithDirectives(keys, work, place)
  else for (const key of keys) mergeMember(key, work, place)
  return result
}

/** The map that is being made, and the patch that is merged into it. */
interface Work {
  readonly result: JSONMap
  readonly patch: JSONMap
}

interface OrderedWork extends Work {
  readonly done: Set<string>
}

/** `done` holds the members of the patch that need no further work. */
function mergeWithDirectives(keys: readonly string[], { result, patch }: Work, place: MergePlace): void {
  const work = { result, patch, done: new Set<string>() }
  applyRetainKeys(work, place.options)
  const directives = keys.filter(mayBeDirective)
  for (const key of directives) if (key.startsWith(elementOrderPrefix)) applyElementOrder(key, work, place)
  // Go leaves it to chance whether deletions or additions of a list come first.
  const deletions = directives.filter((key) => key.startsWith(deletionListPrefix) && !work.done.has(key))
  for (const key of deletions) {
    mergeMember(key, work, place)
    work.done.add(key)
  }
  for (const key of keys) if (!work.done.has(key)) mergeMember(key, work, place)
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

function applyRetainKeys({ result, patch, done }: OrderedWork, options: MergeOptions): void {
  const wanted = own(patch, retainKeysDirective)
  if (wanted === undefined) return
  done.add(retainKeysDirective)
  if (!options.mergeParallelList) keepRetainKeys(result, wanted)
  else retainKeys(result, patch, wanted)
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

function retainKeys(result: JSONMap, patch: JSONMap, wanted: unknown): void {
  if (!Array.isArray(wanted)) throw fixedError('BadPatchFormatForRetainKeys')
  const kept = new Set<unknown>(wanted)
  for (const key of presentKeys(patch)) {
    if (patch[key] === null || key === retainKeysDirective) continue
    if (key.startsWith(deletionListPrefix) || key.startsWith(elementOrderPrefix)) continue
    if (!kept.has(key)) throw fixedError('BadPatchFormatForRetainKeys')
  }
  for (const key of Object.keys(result)) if (!kept.has(key)) delete result[key]
}

/** Merges the list that a `$setElementOrder` key names, in its order. */
function applyElementOrder(key: string, { result, patch, done }: OrderedWork, place: MergePlace): void {
  if (done.has(key)) return
  const order = patch[key]
  if (!place.options.mergeParallelList) keepElementOrder(key, order, result)
  done.add(key)
  const field = directiveField(key, elementOrderPrefix)
  const before = field === undefined ? undefined : own(result, field)
  const change = field === undefined || done.has(field) ? undefined : own(patch, field)
  const elements = mergeOrderedList({ field, order, before, patch: change, mergeMap }, place)
  if (field === undefined || elements === undefined) return
  setOwn(result, field, elements)
  done.add(field)
}

/** The result is a patch itself, and gets the directive. */
function keepElementOrder(key: string, order: unknown, result: JSONMap): void {
  const earlier = own(result, key)
  if (earlier === undefined) result[key] = order
  else if (!sameValue(earlier, order)) throw fixedError('BadPatchFormatForSetElementOrderList')
}

function mergeMember(key: string, { result, patch }: Work, place: MergePlace): void {
  const { options } = place
  const value = patch[key]
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
  if (before === undefined || valueKind(before) !== valueKind(value)) {
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
  return mergeList(before as unknown[], value, place).elements
}
