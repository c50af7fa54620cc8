import { newRequestEntityTooLargeError } from '../../errors/new-status-error.js'
import { type JSONObject, type JSONValue, setOwn } from '../../json/json-value.js'
import type { Structural } from './structural.js'

/** Characters that the defaults of one object may add: ten times what a store takes, so that a small body makes no large object. */
const mostDefaults = 16 * 1024 * 1024

/** Copies defaults, and counts what they add. */
class Defaults {
  #left = mostDefaults

  /** @throws StatusError 413 */
  copy<T extends JSONValue>(value: T): T {
    this.#spend(value)
    return copyJSON(value)
  }

  #spend(value: JSONValue): void {
    if (typeof value === 'object' && value !== null) {
      this.#left -= 2
      for (const [name, property] of Object.entries(value)) {
        this.#left -= Array.isArray(value) ? 1 : name.length + 4
        this.#spend(property)
      }
    } else this.#left -= typeof value === 'string' ? value.length + 2 : 4
    if (this.#left < 0) {
      throw newRequestEntityTooLargeError(`defaults of the schema make the object too large: limit is ${mostDefaults}`)
    }
  }
}

/** A copy of a JSON value that shares nothing with it. */
export function copyJSON<T extends JSONValue>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyJSON) as T
  const copy: JSONObject = {}
  for (const [name, property] of Object.entries(value)) setOwn(copy, name, copyJSON(property))
  return copy as T
}

/**
 * Fills in the defaults of a schema, in place: where a property is absent, and where it is `null` and may not be. Call
 * {@link pruneNonNullableNulls} first, as API servers do: it removes the `null`s that have no default.
 *
 * @throws StatusError 413 where the defaults add more than 16 MiB
 */
export function applySchemaDefaults(value: JSONValue | object, schema: Structural | undefined): void {
  defaultValue(value as JSONValue, schema, new Defaults())
}

function defaultValue(value: JSONValue, schema: Structural | undefined, defaults: Defaults): void {
  if (schema === undefined || typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    defaultItems(value, schema.items, defaults)
    return
  }
  for (const [name, property] of schema.properties) {
    if (property.default === undefined) continue
    const held = Object.hasOwn(value, name) ? value[name] : undefined
    if (held === undefined || (held === null && !property.nullable))
      setOwn(value, name, defaults.copy(property.default))
  }
  for (const name of Object.keys(value)) {
    const property = schema.properties.get(name)
    const next = property ?? schema.additionalProperties?.schema
    if (property === undefined && value[name] === null && next?.nullable === false) {
      setOwn(value, name, defaults.copy(next.default ?? null))
    }
    defaultValue(value[name]!, next, defaults)
  }
}

function defaultItems(list: JSONValue[], schema: Structural | undefined, defaults: Defaults): void {
  if (schema === undefined) return
  for (const [i, item] of list.entries()) {
    if (item === null && !schema.nullable) list[i] = defaults.copy(schema.default ?? null)
    defaultValue(list[i]!, schema, defaults)
  }
}

/** Removes properties that are `null` though they may not be and have no default, in place. */
export function pruneNonNullableNulls(value: JSONValue | object, schema: Structural | undefined): void {
  pruneNulls(value as JSONValue, schema)
}

function pruneNulls(value: JSONValue, schema: Structural | undefined): void {
  if (schema === undefined || typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of value) pruneNulls(item, schema.items)
    return
  }
  for (const name of Object.keys(value)) {
    const next = schema.properties.get(name) ?? schema.additionalProperties?.schema
    if (value[name] === null && next?.nullable === false && next.default === undefined) delete value[name]
    else pruneNulls(value[name]!, next)
  }
}
