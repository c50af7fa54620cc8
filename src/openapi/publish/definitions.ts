import type { StructDescriptor } from '../../descriptor/types.js'
import { compareStrings } from '../../internal/compare-strings.js'
import type { JSONObject } from '../../json/json-value.js'
import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import type { OpenAPISchema, OpenAPIVersion } from './openapi-schema.js'
import { type SchemaStyle, structSchema } from './type-schema.js'

/** A type with a definition, and its kinds. */
export interface DefinedType {
  readonly descriptor: StructDescriptor
  readonly kinds?: readonly GroupVersionKind[]
}

/**
 * The definitions of types and of everything they refer to, by name, sorted. Kinds carry
 * `x-kubernetes-group-version-kind`.
 */
export function openAPIDefinitions(
  types: readonly DefinedType[],
  version: OpenAPIVersion,
  style: SchemaStyle = {},
): Record<string, OpenAPISchema> {
  const found = new Map<string, OpenAPISchema>()
  const pending = types.map(({ descriptor }) => descriptor)
  const refer = (name: string, definition: StructDescriptor | OpenAPISchema) => {
    if (found.has(name)) return
    if (isStruct(definition)) pending.push(definition)
    else found.set(name, definition)
  }
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (!found.has(next.name)) found.set(next.name, structSchema(next, { ...style, version, refer }))
  }
  for (const { descriptor, kinds = [] } of types) addKinds(found.get(descriptor.name)!, kinds)
  return Object.fromEntries([...found].sort(([a], [b]) => compareStrings(a, b)))
}

function isStruct(definition: StructDescriptor | OpenAPISchema): definition is StructDescriptor {
  return definition.kind === 'struct' && 'propertyByName' in definition
}

function addKinds(schema: OpenAPISchema, kinds: readonly GroupVersionKind[]): void {
  if (kinds.length === 0) return
  const listed = (schema['x-kubernetes-group-version-kind'] ?? []) as JSONObject[]
  for (const { group, kind, version } of kinds) listed.push({ group, kind, version })
  schema['x-kubernetes-group-version-kind'] = listed
}
