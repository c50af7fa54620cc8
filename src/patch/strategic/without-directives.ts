import { presentKeys, setOwn } from '../../json/json-value.js'
import { isMap, type JSONMap, own } from '../json-map.js'
import { directiveMarker } from './directives.js'

/**
 * The rest of a part of a patch that has nothing to merge with: maps with `$patch` are removed, and so are nulls in maps
 * with `dropNulls`. Undefined if the value itself is removed.
 */
export function withoutDirectives(value: unknown, dropNulls: boolean): unknown {
  if (Array.isArray(value)) {
    const list: unknown[] = []
    for (const element of value) {
      const kept = withoutDirectives(element, dropNulls)
      if (kept !== undefined) list.push(kept)
    }
    return list
  }
  return isMap(value) ? mapWithoutDirectives(value, dropNulls) : value
}

function mapWithoutDirectives(value: JSONMap, dropNulls: boolean): JSONMap | undefined {
  const directive = own(value, directiveMarker)
  if (directive !== undefined && !(dropNulls && directive === null)) return undefined
  const map: JSONMap = {}
  for (const key of presentKeys(value)) {
    const member = value[key]
    if (member === null && dropNulls) continue
    const kept = withoutDirectives(member, dropNulls)
    if (kept !== undefined) setOwn(map, key, kept)
  }
  return map
}
