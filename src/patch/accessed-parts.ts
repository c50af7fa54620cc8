import { presentKeys } from '../json/json-value.js'
import { isMap, type JSONMap } from './json-map.js'

/**
 * The objects of a document that a patch certainly looks into: all but those in arrays, or those that are named members of
 * an object, recursively. Other parts stay text until something looks into them.
 */
export type AccessedParts = 'objects' | AccessedMembers

/** Members by their names. */
export interface AccessedMembers extends ReadonlyMap<string, AccessedMembers> {}

/** The objects that a merge patch changes. */
export function accessedByMergePatch(patch: JSONMap): AccessedMembers {
  const members = new Map<string, AccessedMembers>()
  for (const key of presentKeys(patch)) {
    const value = patch[key]
    if (isMap(value)) members.set(key, accessedByMergePatch(value))
  }
  return members
}

interface Members extends Map<string, Members> {}

/**
 * The objects through which pointers pass, each of which is the names and indices of one. The target of another pointer is
 * not among them, and nothing in it: it may be moved away or replaced before anything looks into it.
 */
export function accessedByPointers(pointers: readonly (readonly string[])[]): AccessedMembers {
  const root: Members = new Map()
  for (const names of pointers) {
    let members = root
    for (const name of names.slice(0, -1)) {
      const next: Members = members.get(name) ?? new Map()
      members.set(name, next)
      members = next
    }
  }
  for (const names of pointers) {
    let parent: Members | undefined = root
    for (const name of names.slice(0, -1)) parent = parent?.get(name)
    parent?.delete(names.at(-1)!)
  }
  return root
}
