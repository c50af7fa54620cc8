import { isMap, type JSONMap, keysOf } from './json-map.js'

/**
 * The parts of a document that a patch reads: everything, or the named members of an object, recursively. Other parts need
 * not be parsed.
 */
export type AccessedParts = 'everything' | AccessedMembers

/** Members by their names; nothing in them where they have none. */
export type AccessedMembers = ReadonlyMap<string, AccessedParts>

/** The parts that a merge patch reads: objects that it changes. */
export function accessedByMergePatch(patch: JSONMap): AccessedMembers {
  const members = new Map<string, AccessedParts>()
  for (const key of keysOf(patch)) {
    const value = patch[key]
    if (isMap(value)) members.set(key, accessedByMergePatch(value))
  }
  return members
}

/** The values on the paths of pointers, and everything below their targets. `pointers`: names and indices of each. */
export function accessedByPointers(pointers: Iterable<readonly string[]>): AccessedParts {
  const root = new Map<string, AccessedParts>()
  for (const names of pointers) {
    const last = names.at(-1)
    if (last === undefined) return 'everything'
    const parent = membersAt(root, names.slice(0, -1))
    parent?.set(last, 'everything')
  }
  return root
}

/** The members at the end of a way, made where they are missing; `undefined` where everything on it is looked into. */
function membersAt(root: Map<string, AccessedParts>, way: readonly string[]): Map<string, AccessedParts> | undefined {
  let members = root
  for (const name of way) {
    let next = members.get(name)
    if (next === 'everything') return undefined
    if (next === undefined) {
      next = new Map<string, AccessedParts>()
      members.set(name, next)
    }
    members = next as Map<string, AccessedParts>
  }
  return members
}
