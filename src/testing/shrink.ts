import { deepCopy } from '../descriptor/deep-copy.js'
import type { JSONObject, JSONValue } from '../descriptor/types.js'

/** Looks taken at smaller objects before the smallest found so far is good enough. */
const mostAttempts = 2000

/**
 * Removes from an object the parts that a failure does not need, member by member and element by element, as long as
 * `fails` returns true. `apiVersion` and `kind` stay.
 */
export function shrink<T extends object>(object: T, fails: (smaller: T) => boolean): T {
  let smallest = object
  let attempts = 0
  let shrunk = true
  while (shrunk && attempts < mostAttempts) {
    shrunk = false
    for (const path of pathsOf(smallest as JSONObject)) {
      if (++attempts > mostAttempts) break
      const smaller = deepCopy(smallest)
      if (remove(smaller as JSONObject, path) && fails(smaller)) {
        smallest = smaller
        shrunk = true
      }
    }
  }
  return smallest
}

type Path = readonly (string | number)[]

/** Outer members first: their parts then need not be tried. Elements from the last, so that indices stay true. */
function pathsOf(object: JSONObject): Path[] {
  const found: Path[] = []
  let level: { value: JSONValue; path: Path }[] = [{ value: object, path: [] }]
  while (level.length > 0) {
    const below = level.flatMap(({ value, path }) =>
      membersOf(value).map(([key, member]) => ({ value: member, path: [...path, key] })),
    )
    found.push(...below.map(({ path }) => path))
    level = below
  }
  return found.filter(([first]) => first !== 'apiVersion' && first !== 'kind')
}

function membersOf(value: JSONValue): (readonly [string | number, JSONValue])[] {
  if (Array.isArray(value)) return value.map((member, i) => [i, member] as const).reverse()
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value)
}

/** False when the parent of the member is removed already. */
function remove(object: JSONObject, path: Path): boolean {
  let at: JSONValue | undefined = object
  for (const key of path.slice(0, -1)) at = memberOf(at, key)
  const last = path.at(-1)!
  if (memberOf(at, last) === undefined) return false
  if (Array.isArray(at)) at.splice(last as number, 1)
  else delete (at as JSONObject)[last]
  return true
}

function memberOf(value: JSONValue | undefined, key: string | number): JSONValue | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return (value as JSONObject)[key]
}
