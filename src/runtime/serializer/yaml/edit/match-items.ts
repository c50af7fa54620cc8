import type { JSONValue } from '../../../../json/json-value.js'
import { stringifyJSON } from '../../../../json/stringify-json.js'

/** Identifies an item within its list; undefined if this method does not apply. */
type Identify = (item: JSONValue, index: number) => string | undefined

/** Fields that identify the items of Kubernetes lists. */
const naming = ['name', 'key', 'type', 'ip', 'containerPort', 'port', 'mountPath']

const identities: readonly Identify[] = [
  (item) => stringifyJSON(item),
  itemName,
  (item, index) => (itemName(item) === undefined ? String(index) : undefined),
]

/**
 * Finds for each item of `after` the index of the item of `before` that it continues: the same value, or else the same
 * name, or else the same place. Undefined for items that are new.
 */
export function matchItems(before: readonly JSONValue[], after: readonly JSONValue[]): (number | undefined)[] {
  const found = after.map((): number | undefined => undefined)
  const free = new Set(before.keys())
  for (const identify of identities) {
    const places = placesOf(before, free, identify)
    for (const [index, item] of after.entries()) {
      const place = found[index] === undefined ? places.get(identify(item, index))?.shift() : undefined
      if (place === undefined) continue
      found[index] = place
      free.delete(place)
    }
  }
  return found
}

function placesOf(items: readonly JSONValue[], among: Iterable<number>, identify: Identify): Map<unknown, number[]> {
  const places = new Map<unknown, number[]>()
  for (const index of among) {
    const id = identify(items[index]!, index)
    if (id === undefined) continue
    const same = places.get(id)
    if (same === undefined) places.set(id, [index])
    else same.push(index)
  }
  return places
}

function itemName(item: JSONValue): string | undefined {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return undefined
  const field = naming.find((name) => Object.hasOwn(item, name))
  return field === undefined ? undefined : `${field}=${stringifyJSON(item[field] ?? null)}`
}
