import { presentKeys, setOwn } from '../../json/json-value.js'
import { isMap, type JSONMap, own, shallowCopy } from '../json-map.js'
import { isObjectPart, opened, openedWhole } from '../read-parts.js'

/**
 * Merges a merge patch into an object. Every visited object and array is copied; the others are shared.
 * Neither argument is changed.
 *
 * @param keepNulls - the object is a patch itself, and keeps the nulls.
 */
export function mergeMaps(original: JSONMap, patch: JSONMap, keepNulls: boolean): JSONMap {
  const result = shallowCopy(original)
  for (const key of presentKeys(patch)) {
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
function mergeValues(before: unknown, change: unknown, keepNulls: boolean): unknown {
  if (!isObjectPart(before)) return withoutNulls(change)
  if (!isObjectPart(change)) return change
  return mergeMaps(opened(before) as JSONMap, opened(change) as JSONMap, keepNulls)
}

/** A copy without the members that are null, in objects below arrays too; elements that are null stay. */
export function withoutNulls(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) return part.map(withoutNulls)
  if (!isMap(part)) {
    const value = openedWhole(part)
    return value === part ? part : withoutNulls(value)
  }
  const result: JSONMap = {}
  for (const key of presentKeys(part)) if (part[key] !== null) setOwn(result, key, withoutNulls(part[key]))
  return result
}
