import { compareStrings } from '../../internal/compare-strings.js'
import { presentKeys, setOwn } from '../../json/json-value.js'
import { isMap, type JSONMap, own, sameValue, valueKind } from '../json-map.js'
import { patchError } from '../patch-error.js'
import { fieldStrategy, type PatchField } from '../patch-meta.js'
import { diffLists } from './diff-lists.js'
import type { DiffPlace } from './diff-place.js'
import {
  deletionListPrefix,
  directiveMarker,
  elementOrderPrefix,
  mergeDirective,
  replaceDirective,
  retainKeysDirective,
} from './directives.js'

/** The strategic merge patch that turns `original` into `modified`, within the limits of the options. */
export function diffMaps(original: JSONMap, modified: JSONMap, place: DiffPlace): JSONMap {
  const patch: JSONMap = {}
  let found = 0
  for (const key of Object.keys(modified)) {
    const after = modified[key]
    if (after === undefined) continue
    const before = own(original, key)
    if (before !== undefined) {
      found++
      if (before !== after || typeof after === 'object' || key === directiveMarker)
        diffMember(key, { before, after, patch }, place)
    } else if (!place.options.ignoreChangesAndAdditions) {
      setOwn(patch, key, after)
    }
  }
  if (!place.options.ignoreDeletions) addDeletions(original, modified, { patch, found })
  if (place.retainKeys) retain(original, modified, patch)
  return patch
}

/** `found` members of the original are there in the modified map. */
function addDeletions(original: JSONMap, modified: JSONMap, { patch, found }: { patch: JSONMap; found: number }): void {
  const keys = presentKeys(original)
  if (keys.length === found) return
  for (const key of keys) if (own(modified, key) === undefined) setOwn(patch, key, null)
}

interface Pair<T> {
  readonly before: T
  readonly after: T
  readonly patch: JSONMap
}

function diffMember(key: string, pair: Pair<unknown>, place: DiffPlace): void {
  const { before, after, patch } = pair
  if (key === directiveMarker) {
    diffDirective(before, after, patch)
  } else if (Array.isArray(before) && Array.isArray(after)) {
    diffList(key, pair as Pair<unknown[]>, place)
  } else if (isMap(before) && isMap(after)) {
    diffMap(key, pair as Pair<JSONMap>, place)
  } else if (before !== after && !place.options.ignoreChangesAndAdditions) {
    setOwn(patch, key, after)
  }
}

function diffDirective(before: unknown, after: unknown, patch: JSONMap): void {
  if (typeof before !== 'string' || typeof after !== 'string') {
    throw patchError('BadPatchType', `invalid value for special key: ${directiveMarker}`)
  }
  if (before !== after) patch[directiveMarker] = after
}

function diffMap(key: string, { before, after, patch }: Pair<JSONMap>, { schema, options }: DiffPlace): void {
  const field = lookUp(before, after, () => schema.lookupPatchMetadataForStruct(key))
  if (field === undefined) return
  const { retainKeys, strategy } = fieldStrategy(field.patchMeta)
  if (strategy === replaceDirective) {
    if (!options.ignoreChangesAndAdditions) setOwn(patch, key, after)
    return
  }
  const difference = diffMaps(before, after, { schema: field.subschema, options, retainKeys })
  if (Object.keys(difference).length > 0) setOwn(patch, key, difference)
}

function diffList(key: string, { before, after, patch }: Pair<unknown[]>, { schema, options }: DiffPlace): void {
  const field = lookUp(before, after, () => schema.lookupPatchMetadataForSlice(key))
  if (field === undefined) return
  const { retainKeys, strategy } = fieldStrategy(field.patchMeta)
  if (strategy !== mergeDirective) {
    if (!options.ignoreChangesAndAdditions && !sameValue(before, after)) setOwn(patch, key, after)
    return
  }
  const mergeKey = field.patchMeta.patchMergeKey
  const place = { schema: field.subschema, options, retainKeys, mergeKey, diffMaps }
  const { additions, deletions, order } = diffLists(before, after, place)
  if (additions.length > 0) setOwn(patch, key, additions)
  if (deletions.length > 0) patch[`${deletionListPrefix}/${key}`] = deletions
  if (order.length > 0) patch[`${elementOrderPrefix}/${key}`] = order
}

/** A field that the schema does not have matters only if it changed. */
function lookUp(before: unknown, after: unknown, field: () => PatchField): PatchField | undefined {
  try {
    return field()
  } catch (error) {
    if (sameValue(before, after)) return undefined
    throw error
  }
}

/** Writes `$retainKeys` when the patch changes the map or leaves members of it out. */
function retain(original: JSONMap, modified: JSONMap, patch: JSONMap): void {
  const kept = presentKeys(modified).filter((key) => valueKind(modified[key]) !== 'nil')
  if (kept.length === 0) return
  const omits = () => presentKeys(original).some((key) => original[key] !== null && own(modified, key) === undefined)
  if (Object.keys(patch).length > 0 || omits()) patch[retainKeysDirective] = kept.sort(compareStrings)
}
