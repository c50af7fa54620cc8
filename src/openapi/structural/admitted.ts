import type { JSONObject, JSONValue } from '../../json/json-value.js'
import { isMetaField } from './prune.js'
import { hasEmbedded, type Structural } from './structural.js'

/**
 * Reports whether an object is as a schema wants it: `pruneNonNullableNulls`, `prune` and `applySchemaDefaults` would change
 * nothing, and only its own metadata is metadata. One walk in place of three, for the usual object, which was admitted
 * before. May return false for objects that would not change either.
 */
export function isAdmitted(object: object, schema: Structural): boolean {
  if (hasEmbedded(schema) || schema.preserveUnknownFields || schema.additionalProperties !== undefined) return false
  if (lacksDefault(object, schema)) return false
  for (const name of Object.keys(object)) {
    const property = schema.properties.get(name)
    const value = (object as JSONObject)[name] as JSONValue
    const fits = isMetaField(name) ? isMetaAdmitted(value, property) : isMemberAdmitted(value, property, schema)
    if (!fits) return false
  }
  return true
}

/** `apiVersion`, `kind` and `metadata` of an object are not pruned; a schema seldom says more of them than their type. */
function isMetaAdmitted(value: JSONValue, schema: Structural | undefined): boolean {
  if (schema === undefined) return true
  const { properties, additionalProperties, items } = schema
  return value !== null && properties.size === 0 && additionalProperties === undefined && items === undefined
}

function isMemberAdmitted(value: JSONValue, property: Structural | undefined, parent: Structural): boolean {
  if (property === undefined && parent.additionalProperties === undefined) return false
  const schema = property ?? parent.additionalProperties?.schema
  if (typeof value !== 'object') return true
  if (value === null) return schema === undefined || schema.nullable
  return schema !== undefined && isContainerAdmitted(value, schema)
}

function isContainerAdmitted(value: JSONObject | JSONValue[], schema: Structural): boolean {
  if (schema.preserveUnknownFields) return false
  if (Array.isArray(value)) return areItemsAdmitted(value, schema.items)
  if (lacksDefault(value, schema)) return false
  for (const name of Object.keys(value)) {
    if (!isMemberAdmitted(value[name]!, schema.properties.get(name), schema)) return false
  }
  return true
}

function areItemsAdmitted(list: readonly JSONValue[], schema: Structural | undefined): boolean {
  for (const item of list) {
    if (typeof item !== 'object') continue
    if (schema === undefined) return false
    const fits = item === null ? schema.nullable || schema.default === undefined : isContainerAdmitted(item, schema)
    if (!fits) return false
  }
  return true
}

function lacksDefault(object: object, schema: Structural): boolean {
  for (const name of defaultedProperties(schema)) {
    if (!Object.hasOwn(object, name) || (object as JSONObject)[name] === undefined) return true
  }
  return false
}

const none: readonly string[] = []
const defaulted = /* @__PURE__ */ new WeakMap<Structural, readonly string[]>()

/** The properties that have a default. */
function defaultedProperties(schema: Structural): readonly string[] {
  let names = defaulted.get(schema)
  if (names === undefined) {
    const found = [...schema.properties].flatMap(([name, property]) => (property.default === undefined ? [] : [name]))
    names = found.length === 0 ? none : found
    defaulted.set(schema, names)
  }
  return names
}
