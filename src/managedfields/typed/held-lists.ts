import { canonicalize } from '../../descriptor/to-canonical-json.js'
import type { ListDescriptor } from '../../descriptor/types.js'
import { Provenance } from '../../internal/provenance.js'
import { isContainer, isJSONObject, type JSONValue } from '../../json/json-value.js'
import { equalValues } from '../field-path/value.js'

/** Canonical list → the list from which it was made. Only the managers of an apply hand it on. */
const sources = /* @__PURE__ */ new Provenance<readonly JSONValue[], readonly JSONValue[]>()

/**
 * Remembers of each list in a canonical value what it was before, where that differs: an object that was applied is canonical
 * at once, and Go still holds what was merged until it is stored.
 */
export function rememberLists(canonical: JSONValue, source: JSONValue): void {
  if (canonical === source) return
  if (Array.isArray(canonical)) {
    if (Array.isArray(source)) sources.set(canonical, source)
  } else if (isJSONObject(canonical) && isJSONObject(source)) {
    for (const key of Object.keys(canonical)) {
      const member = canonical[key]
      if (isContainer(member) && Object.hasOwn(source, key)) rememberLists(member, source[key]!)
    }
  }
}

/** The list as Go holds it: what it was before, unless it was changed since. */
export function heldList(list: readonly JSONValue[], type: ListDescriptor): readonly JSONValue[] {
  const source = sources.get(list)
  if (source === undefined) return list
  return equalValues(canonicalize(type, source), list as JSONValue[]) ? source : list
}

/** Reports whether Go holds a list differently from its JSON. */
export function differsInGo(list: readonly unknown[]): boolean {
  return sources.has(list as readonly JSONValue[])
}

/** Remembers of the lists in a copy what is remembered of those in the original. */
export function copyListSources(copy: JSONValue, original: JSONValue): void {
  if (Array.isArray(copy) && Array.isArray(original)) {
    if (sources.has(original)) sources.handOn(original, copy)
    else for (const [i, item] of copy.entries()) copyListSources(item, original[i]!)
  } else if (isJSONObject(copy) && isJSONObject(original)) {
    for (const key of Object.keys(copy)) {
      const member = copy[key]
      if (isContainer(member) && Object.hasOwn(original, key)) copyListSources(member, original[key]!)
    }
  }
}
