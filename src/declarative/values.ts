import { deepEqual } from '../descriptor/deep-equal.js'
import type { ListDescriptor, TypeDescriptor } from '../descriptor/types.js'
import { isZero, zeroValue } from '../descriptor/zero-value.js'
import type { JSONObject, JSONValue } from '../json/json-value.js'
import { stringifyJSON } from '../json/stringify-json.js'

/** Reports whether a value is there, as Go sees it: pointers by not being nil, others by not being zero. */
export function isSet(value: JSONValue | undefined, target: { type: TypeDescriptor; pointer: boolean }): boolean {
  if (value === undefined || value === null) return false
  return target.pointer || !isZero(target.type, value)
}

/** The value that Go has where JSON has none. */
export function heldValue(value: JSONValue | undefined, target: { type: TypeDescriptor; pointer: boolean }): JSONValue {
  if (value !== undefined && value !== null) return value
  return target.pointer ? null : zeroValue(target.type)
}

/** Compares by meaning; what is absent is like what is zero, unless it is a pointer. */
export function sameValue(
  target: { type: TypeDescriptor; pointer: boolean },
  a: JSONValue | undefined,
  b: JSONValue | undefined,
): boolean {
  const [absent, otherAbsent] = [a === undefined || a === null, b === undefined || b === null]
  if (target.pointer && (absent || otherAbsent)) return absent && otherAbsent
  return deepEqual(target.type, heldValue(a, target), heldValue(b, target))
}

/** An object's own property. */
export function property(object: JSONValue | undefined, name: string): JSONValue | undefined {
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return undefined
  return Object.hasOwn(object, name) ? object[name] : undefined
}

/** The entries of a map or object that are there. */
export function entriesOf(value: JSONValue | undefined): [string, JSONValue][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.entries(value).filter(([, each]) => each !== undefined)
}

/** Identifies the items of a list; undefined for lists whose items have no identity. */
export type ItemIdentity = (item: JSONValue) => string

/** The identity of items by the list type: their keys in a `map`, the whole item in a `set`. */
export function itemIdentity(
  list: ListDescriptor,
  listType: string | undefined,
  keys: readonly string[],
): ItemIdentity | undefined {
  if (listType === 'set') return (item) => stringifyJSON(item)
  if (listType !== 'map' || list.element.kind !== 'struct') return undefined
  const { propertyByName } = list.element
  return (item) => {
    const values = keys.map((key) => {
      const field = propertyByName.get(key)
      const value = (item as JSONObject | null)?.[key]
      return field === undefined ? (value ?? null) : heldValue(value, field)
    })
    return stringifyJSON(values)
  }
}
