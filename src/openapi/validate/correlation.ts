import type { JSONObject, JSONValue } from '../../json/json-value.js'
import { stringifyJSON } from '../../json/stringify-json.js'
import { keyOf } from '../structural/list-types.js'
import { equalJSON } from './value-rules.js'

/** A value in an update, and the value that it replaces. */
export class Correlation {
  readonly now: JSONValue
  readonly before: JSONValue
  #unchanged: boolean | undefined
  #oldItems: ReadonlyMap<string, JSONValue> | undefined

  constructor(now: JSONValue, before: JSONValue) {
    this.now = now
    this.before = before
  }

  /** Both are equal. */
  get unchanged(): boolean {
    this.#unchanged ??= equalJSON(this.now, this.before)
    return this.#unchanged
  }

  /** The item of the old list that has the same key. */
  oldItem(item: JSONValue, keys: readonly string[]): JSONValue | undefined {
    this.#oldItems ??= itemsByKey(this.before, keys)
    return this.#oldItems.get(identityOf(item, keys))
  }
}

function itemsByKey(list: JSONValue, keys: readonly string[]): ReadonlyMap<string, JSONValue> {
  const items = new Map<string, JSONValue>()
  for (const item of Array.isArray(list) ? list : []) {
    const identity = identityOf(item, keys)
    // The first of several with one key counts.
    if (!items.has(identity)) items.set(identity, item)
  }
  return items
}

function identityOf(item: JSONValue, keys: readonly string[]): string {
  const isObject = typeof item === 'object' && item !== null && !Array.isArray(item)
  return stringifyJSON(keyOf(isObject ? (item as JSONObject) : null, keys))
}

/** The property in both objects, when both have it. */
export function childAtKey({ now, before }: Correlation, name: string): Correlation | undefined {
  if (!isPlain(now) || !isPlain(before) || !Object.hasOwn(now, name) || !Object.hasOwn(before, name)) return undefined
  return new Correlation(now[name] as JSONValue, before[name] as JSONValue)
}

function isPlain(value: JSONValue): value is JSONObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The item of a list of type `map` and the one with the same key in the old list; items of other lists have no identity. */
export function childAtIndex(
  parent: Correlation,
  list: { readonly listType: string | undefined; readonly listMapKeys: readonly string[] },
  index: number,
): Correlation | undefined {
  if (list.listType !== 'map' || !Array.isArray(parent.now)) return undefined
  const item = parent.now[index] as JSONValue
  const before = parent.oldItem(item, list.listMapKeys)
  return before === undefined || before === null ? undefined : new Correlation(item, before)
}
