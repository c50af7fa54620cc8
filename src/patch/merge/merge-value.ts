import { setOwn } from '../../json/json-value.js'
import { isMap, type JSONMap, keysOf, own, shallowCopy } from '../json-map.js'

/**
 * Merges a merge patch into an object. Every visited object and array is copied; the others are shared.
 * Neither argument is changed.
 *
 * @param keepNulls - the object is a patch itself, and keeps the nulls.
 */
export function mergeMaps(original: JSONMap, patch: JSONMap, keepNulls: boolean): JSONMap {
  const result = shallowCopy(original)
  for (const key of keysOf(patch)) {
    const value = patch[key]
    const before = own(original, key) ?? null
    if (value === null) {
      if (keepNulls) setOwn(result, key, null)
      else delete result[key]
    } else if (before === null) {
      setOwn(result, key, keepNulls ? value : withoutNulls(value))
    } else {
      setOwn(result, key, mergeValues(before, value, keepNulls))
    }
  }
  return result
}

/** An array that replaces an object keeps its nulls; one that replaces anything else does not. So Go does. */
function mergeValues(before: unknown, value: unknown, keepNulls: boolean): unknown {
  if (!isMap(before)) return withoutNulls(value)
  return isMap(value) ? mergeMaps(before, value, keepNulls) : value
}

/** A copy without the members that are null, in objects below arrays too; elements that are null stay. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isMap(value)) return value
  const result: JSONMap = {}
  for (const key of keysOf(value)) if (value[key] !== null) setOwn(result, key, withoutNulls(value[key]))
  return result
}
