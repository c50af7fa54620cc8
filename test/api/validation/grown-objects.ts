import type { JSONObject, JSONValue } from '../../../src/json/json-value.js'

/** Names that the items of a list must not share. */
const names = ['name', 'key', 'type', 'path', 'mountPath', 'devicePath', 'uid', 'ip', 'host', 'topologyKey', 'id']

/** Where an object has a list, or a map of texts, that is not empty; fields of managers left out. */
export function placesToGrow(value: JSONValue, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null || path.at(-1) === 'managedFields') return []
  const here = canGrow(value) ? [path] : []
  const below = Array.isArray(value) ? Object.entries(value.slice(0, 1)) : Object.entries(value)
  return [...here, ...below.flatMap(([name, member]) => placesToGrow(member, [...path, name]))]
}

function canGrow(value: JSONValue[] | JSONObject): boolean {
  if (Array.isArray(value)) return value.length > 0
  const members = Object.values(value)
  return members.length > 1 && members.every((member) => typeof member === 'string') && !('kind' in value)
}

/** The object with `count` items at a place, all as the first one but for their names. */
export function grown(object: JSONObject, path: readonly string[], count: number): JSONObject {
  const copy = structuredClone(object)
  let holder: JSONObject = copy
  for (const step of path.slice(0, -1)) holder = holder[step] as JSONObject
  const last = path.at(-1) as string
  const found = holder[last] as JSONValue[] | JSONObject
  if (Array.isArray(found)) {
    holder[last] = Array.from({ length: count }, (_, i) => renamed(structuredClone(found[0] as JSONValue), i))
  } else {
    const [value = ''] = Object.values(found)
    holder[last] = Object.fromEntries(Array.from({ length: count }, (_, i) => [`key-${i}`, value]))
  }
  return copy
}

function renamed(item: JSONValue, index: number): JSONValue {
  if (typeof item === 'string') return `${item}${index}`
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item
  for (const name of names) if (typeof item[name] === 'string') item[name] = `${item[name]}${index}`
  return item
}

/** Counts how often members of an object, and of all below it, are read. */
export class ReadCounter {
  count = 0
  readonly #known = new WeakMap<object, object>()

  watch<T extends object>(value: T): T {
    const known = this.#known.get(value)
    if (known !== undefined) return known as T
    const watched = new Proxy(value, {
      get: (target, name, receiver) => {
        this.count++
        const member: unknown = Reflect.get(target, name, receiver)
        return typeof member === 'object' && member !== null ? this.watch(member) : member
      },
      ownKeys: (target) => {
        this.count++
        return Reflect.ownKeys(target)
      },
    })
    this.#known.set(value, watched)
    return watched
  }
}
