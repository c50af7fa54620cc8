import { isMap, type JSONMap, keysOf } from './json-map.js'

/**
 * The parts of a document that a patch reads: everything, or the named members of an object, recursively. Other parts need
 * not be parsed.
 */
export type LookedInto = 'everything' | LookedIntoMembers

/** Members by their names; nothing in them where they have none. */
export type LookedIntoMembers = ReadonlyMap<string, LookedInto>

/** The parts that a merge patch reads: objects that it changes. */
export function lookedIntoByMerge(patch: JSONMap): LookedIntoMembers {
  const members = new Map<string, LookedInto>()
  for (const key of keysOf(patch)) {
    const value = patch[key]
    if (isMap(value)) members.set(key, lookedIntoByMerge(value))
  }
  return members
}

/** The values on the paths of pointers, and everything below their targets. `pointers`: names and indices of each. */
export function lookedIntoByPointers(pointers: Iterable<readonly string[]>): LookedInto {
  const root = new Map<string, LookedInto>()
  for (const names of pointers) {
    const last = names.at(-1)
    if (last === undefined) return 'everything'
    const parent = membersAt(root, names.slice(0, -1))
    parent?.set(last, 'everything')
  }
  return root
}

/** The members at the end of a way, made where they are missing; `undefined` where everything on it is looked into. */
function membersAt(root: Map<string, LookedInto>, way: readonly string[]): Map<string, LookedInto> | undefined {
  let members = root
  for (const name of way) {
    let next = members.get(name)
    if (next === 'everything') return undefined
    if (next === undefined) {
      next = new Map<string, LookedInto>()
      members.set(name, next)
    }
    members = next as Map<string, LookedInto>
  }
  return members
}
