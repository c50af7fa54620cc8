import { type JSONObject, type JSONValue, presentKeys } from '../../json/json-value.js'
import { stringifyJSON } from '../../json/stringify-json.js'
import type { Structural } from '../structural/structural.js'
import { equalJSON } from './value-rules.js'

/**
 * A value in an update, and the value that it replaces. The structure of a schema determines which parts correspond:
 * undeclared fields have no counterpart, and neither have items of lists that are not of type `map`.
 */
export class Correlation {
  readonly now: JSONValue
  readonly before: JSONValue
  readonly #schema: Structural
  #unchanged: boolean | undefined
  #oldItems: ReadonlyMap<string, JSONObject> | undefined
  readonly #children = new Map<string | number, Correlation>()

  constructor(now: JSONValue, before: JSONValue, schema: Structural) {
    this.now = now
    this.before = before
    this.#schema = schema
  }

  /**
   * Both are equal. As in Go, objects with a property that the schema does not name are not, and the order of lists of type
   * `map` does not count.
   */
  get unchanged(): boolean {
    this.#unchanged ??= this.#compare()
    return this.#unchanged
  }

  /** The property in both objects, if both have it and the schema declares it. */
  key(name: string): Correlation | undefined {
    const { now, before } = this
    if (!isPlain(now) || !isPlain(before) || !Object.hasOwn(now, name) || !Object.hasOwn(before, name)) return undefined
    const { properties, additionalProperties } = this.#schema
    const schema = properties.get(name) ?? additionalProperties?.schema
    return schema && this.#child(name, schema, [now[name]!, before[name]!])
  }

  /** The item of a list of type `map`, and the one with the same key in the old list. */
  index(index: number): Correlation | undefined {
    const { now, before } = this
    const { items, listType } = this.#schema
    if (listType !== 'map' || items === undefined || !Array.isArray(now) || !Array.isArray(before)) return undefined
    const item = now[index] as JSONValue
    const old = this.oldItem(item)
    return old === undefined ? undefined : this.#child(index, items, [item, old])
  }

  /** The item of the old list, which is of type `map`, that has the same key. */
  oldItem(item: JSONValue): JSONObject | undefined {
    const { type, listType, listMapKeys } = this.#schema
    if (type !== 'array' || listType !== 'map') return undefined
    this.#oldItems ??= itemsByKey(this.before, listMapKeys)
    const identity = identityOf(item, listMapKeys)
    return identity === undefined ? undefined : this.#oldItems.get(identity)
  }

  #child(step: string | number, schema: Structural, [now, before]: readonly [JSONValue, JSONValue]): Correlation {
    const known = this.#children.get(step)
    if (known !== undefined) return known
    const child = new Correlation(now, before, schema)
    this.#children.set(step, child)
    return child
  }

  #compare(): boolean {
    const { now, before } = this
    if (Array.isArray(now)) return Array.isArray(before) && this.#sameItems(now, before)
    if (isPlain(now)) return isPlain(before) && this.#sameMembers(now, before)
    return equalJSON(now, before)
  }

  #sameItems(now: readonly JSONValue[], before: readonly JSONValue[]): boolean {
    if (now.length !== before.length) return false
    if (this.#schema.listType !== 'map') return equalJSON(now as JSONValue[], before as JSONValue[])
    return now.every((_, i) => this.index(i)?.unchanged === true)
  }

  #sameMembers(now: JSONObject, before: JSONObject): boolean {
    const names = presentKeys(now)
    return names.length === presentKeys(before).length && names.every((name) => this.key(name)?.unchanged === true)
  }
}

function itemsByKey(list: JSONValue, keys: readonly string[]): ReadonlyMap<string, JSONObject> {
  const items = new Map<string, JSONObject>()
  for (const item of Array.isArray(list) ? list : []) {
    const identity = identityOf(item, keys)
    // The first of several with one key counts.
    if (identity !== undefined && !items.has(identity)) items.set(identity, item as JSONObject)
  }
  return items
}

/** Only objects that have all keys, each of them a scalar, have an identity. */
function identityOf(item: JSONValue, keys: readonly string[]): string | undefined {
  if (!isPlain(item) || keys.length === 0) return undefined
  const values: JSONValue[] = []
  for (const key of keys) {
    const value = Object.hasOwn(item, key) ? item[key] : undefined
    if (value === undefined || value === null || typeof value === 'object') return undefined
    values.push(value)
  }
  return stringifyJSON(values)
}

function isPlain(value: JSONValue): value is JSONObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
