import { compareStrings } from '../../internal/compare-strings.js'
import type { JSONObject, JSONValue } from '../../json/json-value.js'
import { asResourceRoot, type Structural } from './structural.js'
import { UnknownFields } from './unknown-fields.js'

/** How {@link prune} takes its input. */
export interface PruneOptions {
  /** The value is a whole object: its `apiVersion`, `kind` and `metadata` stay. Default: true. */
  readonly isResourceRoot?: boolean
}

/**
 * Removes the fields that a schema does not name from a value, in place.
 *
 * @returns the paths of what was removed, sorted, as `spec.foo[0].bar`.
 */
export function prune(value: JSONValue | object, schema: Structural, options: PruneOptions = {}): string[] {
  const unknown = new UnknownFields()
  const root = options.isResourceRoot === false ? schema : asResourceRoot(schema)
  pruneValue(value as JSONValue, root, unknown)
  return unknown.paths.sort(compareStrings)
}

/** `apiVersion`, `kind` and `metadata`, which every object has. */
export function isMetaField(name: string): boolean {
  return name === 'apiVersion' || name === 'kind' || name === 'metadata'
}

function pruneValue(value: JSONValue, schema: Structural | undefined, unknown: UnknownFields): void {
  if (typeof value !== 'object' || value === null) return
  if (schema?.preserveUnknownFields) {
    keepUnknown(value, schema, unknown)
    return
  }
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) unknown.atIndex(i, () => pruneValue(item, schema?.items, unknown))
    return
  }
  for (const name of Object.keys(value)) pruneProperty(value, name, schema, unknown)
}

// biome-ignore lint/complexity/useMaxParams: called for every property of every object
function pruneProperty(object: JSONObject, name: string, schema: Structural | undefined, unknown: UnknownFields): void {
  if (schema === undefined) {
    unknown.record(name)
    delete object[name]
    return
  }
  if (schema.embeddedResource && isMetaField(name)) return
  const property = schema.properties.get(name)
  if (property !== undefined || schema.additionalProperties !== undefined) {
    const next = property ?? schema.additionalProperties?.schema
    unknown.atKey(name, () => pruneValue(object[name] as JSONValue, next, unknown))
    return
  }
  if (!isMetaField(name) || !unknown.atRoot) unknown.record(name)
  delete object[name]
}

/** Below `x-kubernetes-preserve-unknown-fields` only what the schema names is looked at. */
function keepUnknown(value: JSONValue, schema: Structural | undefined, unknown: UnknownFields): void {
  if (typeof value !== 'object' || value === null || schema === undefined) return
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) unknown.atIndex(i, () => keepUnknown(item, schema.items, unknown))
    return
  }
  for (const name of Object.keys(value)) {
    if (schema.embeddedResource && isMetaField(name)) continue
    const property = schema.properties.get(name)
    if (property === undefined && schema.additionalProperties === undefined) continue
    const next = property ?? schema.additionalProperties?.schema
    unknown.atKey(name, () => pruneValue(value[name] as JSONValue, next, unknown))
  }
}
