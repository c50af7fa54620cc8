import type { JSONObject, JSONValue } from '../../../descriptor/types.js'
import { sortKeys } from './key-order.js'

/** Up to this number of entries, insertion is faster than sorting. */
const fewEntries = 32

/** How the entries of a map are ordered: unchanged, or as deterministic CBOR if all keys are ASCII, or in any case. */
export type EntryOrder = 'kept' | 'ascii' | 'exact'

/** Stack of the entries of all maps that are being written, so that none needs lists of its own. */
export class MapEntries {
  readonly keys: string[] = []
  readonly values: (JSONValue | undefined)[] = []
  /** How many of them count; the rest is unused. */
  end = 0
  readonly order: EntryOrder

  constructor(order: EntryOrder) {
    this.order = order
  }

  /** Pushes the entries of a map, in their order. */
  push(map: JSONObject): void {
    const base = this.end
    const { keys, values } = this
    let end = base
    // A loop over the names in an object is much faster than one over a list of them, but has inherited names too.
    for (const key in map) {
      keys[end] = key
      values[end++] = map[key]
    }
    this.end = end
    if (!isPlainObject(map)) this.pushOwn(base, map)
    if (this.order === 'kept' || this.end - base < 2) return
    if (this.order === 'exact' || this.end - base > fewEntries) this.sort(base, map)
    else for (let i = base + 1; i < this.end; i++) this.insert(base, i)
  }

  private pushOwn(base: number, map: JSONObject): void {
    this.end = base
    for (const key of Object.keys(map)) {
      this.keys[this.end] = key
      this.values[this.end++] = map[key]
    }
  }

  private sort(base: number, map: JSONObject): void {
    const sorted = this.keys.slice(base, this.end)
    sortKeys(sorted)
    for (const [i, key] of sorted.entries()) {
      this.keys[base + i] = key
      this.values[base + i] = map[key]
    }
  }

  /** Moves the entry at `from` to its place among those before it. */
  private insert(base: number, from: number): void {
    const { keys, values } = this
    const key = keys[from]!
    let at = from
    while (at > base && isBefore(key, keys[at - 1]!)) at--
    if (at === from) return
    const value = values[from]
    for (let i = from; i > at; i--) {
      keys[i] = keys[i - 1]!
      values[i] = values[i - 1]
    }
    keys[at] = key
    values[at] = value
  }
}

function isPlainObject(map: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(map)
  return prototype === Object.prototype || prototype === null
}

/** The order of deterministic CBOR for texts of ASCII. */
function isBefore(a: string, b: string): boolean {
  if (a.length !== b.length) return a.length < b.length
  for (let i = 0; i < a.length; i++) {
    const difference = a.charCodeAt(i) - b.charCodeAt(i)
    if (difference !== 0) return difference < 0
  }
  return false
}
