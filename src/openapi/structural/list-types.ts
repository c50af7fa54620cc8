import { appendAll } from '../../internal/append-all.js'
import { type JSONObject, type JSONValue, setOwn } from '../../json/json-value.js'
import { stringifyJSON } from '../../json/stringify-json.js'
import { duplicate, type FieldError, invalid } from '../../validation/field-error.js'
import { FieldPath } from '../../validation/field-path.js'
import type { Structural } from './structural.js'

/** Checks that lists of type `set` have no item twice, and those of type `map` no key twice. */
export function validateListTypes(
  value: JSONValue | object,
  schema: Structural,
  path: FieldPath = FieldPath.empty(),
): FieldError[] {
  if (typeof value !== 'object' || value === null || !hasKeyedLists(schema)) return []
  return Array.isArray(value) ? listErrors(value, schema, path) : objectErrors(value as JSONObject, schema, path)
}

const keyed = /* @__PURE__ */ new WeakMap<Structural, boolean>()

/** Whether a value of a schema may hold a list of type `set` or `map`. Most parts of most schemas have none. */
function hasKeyedLists(schema: Structural | undefined): boolean {
  if (schema === undefined) return false
  const known = keyed.get(schema)
  if (known !== undefined) return known
  const { listType, items, additionalProperties, properties } = schema
  const found =
    listType === 'set' ||
    listType === 'map' ||
    hasKeyedLists(items) ||
    hasKeyedLists(additionalProperties?.schema) ||
    [...properties.values()].some(hasKeyedLists)
  keyed.set(schema, found)
  return found
}

function objectErrors(object: JSONObject, schema: Structural, path: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  const additional = schema.additionalProperties?.schema
  const hasAdditional = additional !== undefined && hasKeyedLists(additional)
  for (const name of Object.keys(object)) {
    const value = object[name] as JSONValue
    if (hasAdditional) appendAll(errors, validateListTypes(value, additional, path.key(name)))
    const property = schema.properties.get(name)
    if (hasKeyedLists(property)) appendAll(errors, validateListTypes(value, property!, path.child(name)))
  }
  return errors
}

function listErrors(list: readonly JSONValue[], schema: Structural, path: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  if (schema.listType === 'set') {
    for (const i of repeated(list)) errors.push(duplicate(path.index(i), list[i]))
  } else if (schema.listType === 'map') {
    appendAll(errors, mapErrors(list, schema, path))
  }
  const { items } = schema
  if (items === undefined || (items.type !== 'object' && items.type !== 'array' && items.type !== '')) return errors
  if (!hasKeyedLists(items)) return errors
  for (const [i, item] of list.entries()) appendAll(errors, validateListTypes(item, items, path.index(i)))
  return errors
}

function mapErrors(list: readonly JSONValue[], schema: Structural, path: FieldPath): FieldError[] {
  for (const [i, item] of list.entries()) {
    if (item !== null && (typeof item !== 'object' || Array.isArray(item))) {
      return [invalid(path.index(i), item, 'must be an object for an array of list-type map')]
    }
  }
  if (list.length <= 1) return []
  const keys = list.map((item) => listMapKey(item as JSONObject | null, schema.listMapKeys))
  return repeated(keys).map((i) => duplicate(path.index(i), keys[i]))
}

/** The key of an item of a list of type `map`: those of its key fields that it has. */
function listMapKey(item: JSONObject | null, names: readonly string[]): JSONObject {
  const key: JSONObject = {}
  for (const name of item === null ? [] : names) {
    const value = Object.hasOwn(item!, name) ? item?.[name] : undefined
    if (value !== undefined) setOwn(key, name, value)
  }
  return key
}

/** Positions of repeated values. */
function repeated(list: readonly JSONValue[]): number[] {
  const seen = new Map<unknown, number>()
  const positions: number[] = []
  for (const [i, value] of list.entries()) {
    const identity = typeof value === 'object' && value !== null ? stringifyJSON(value) : scalarIdentity(value)
    const times = seen.get(identity) ?? 0
    if (times === 1) positions.push(i)
    seen.set(identity, times + 1)
  }
  return positions
}

/** Texts must not be mistaken for the JSON of an object. */
function scalarIdentity(value: JSONValue): unknown {
  return typeof value === 'string' ? `"${value}` : value
}

/** Reports whether a list of type `set` or `map` has an item, or a key, twice. */
export function hasRepeatedKeys(list: readonly JSONValue[], listType: string, keys: readonly string[]): boolean {
  if (listType === 'set') return repeated(list).length > 0
  if (listType !== 'map') return false
  const objects = list.map((item) => (typeof item === 'object' && !Array.isArray(item) ? item : null))
  return list.length > 1 && repeated(objects.map((item) => listMapKey(item, keys))).length > 0
}
