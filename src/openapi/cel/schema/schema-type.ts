import { utf8Length } from '../../../internal/utf8-length.js'
import type { JSONSchemaProps } from '../../json-schema-props.js'
import type { Structural } from '../../structural/structural.js'
import { escapePropertyName, isKeywordProperty } from '../escape.js'
import { durationType, dynType, type StaticType, timestampType } from '../values/cel-static-type.js'

/** The largest request that an API server takes, in bytes: nothing in an object can be larger. */
export const maxRequestSize: number = 3 * 1024 * 1024
const longestText = maxRequestSize - 2

/** The type of values of a schema in rules; undefined for schemas without one. */
export function schemaType(schema: Structural, isResourceRoot: boolean, name = 'selfType'): StaticType | undefined {
  if (schema.intOrString) return { ...dynType, minSerializedSize: 1, maxElements: fromMaxLength(schema.schema) }
  const shown = isResourceRoot ? withTypeAndObjectMeta(schema) : schema
  switch (shown.type) {
    case 'array':
      return listSchemaType(shown, name)
    case 'object':
      return shown.additionalProperties?.schema === undefined ? objectSchemaType(shown, name) : mapOf(shown, name)
    case 'string':
      return stringSchemaType(shown)
    case 'boolean':
      return { name: 'bool', minSerializedSize: 4 }
    case 'number':
      return { name: 'double', minSerializedSize: 1 }
    case 'integer':
      return { name: 'int', minSerializedSize: 1 }
    default:
      return undefined
  }
}

/** The bytes that a value takes up at least. */
export function minSizeOf({ minSerializedSize = 0 }: StaticType): number {
  return minSerializedSize
}

/** How often there can be a value of the type in one request. */
export function maxCardinality(type: StaticType): number {
  return Math.trunc(maxRequestSize / (minSizeOf(type) + 1))
}

function atLeastZero(value: number): number {
  return Math.max(0, value)
}

function fromMaxLength({ maxLength }: JSONSchemaProps): number {
  // A character may take up four bytes.
  return typeof maxLength === 'number' ? atLeastZero(maxLength) * 4 : longestText
}

function listSchemaType({ items, schema }: Structural, name: string): StaticType | undefined {
  const item = items && schemaType(items, items.embeddedResource, `${name}.@idx`)
  if (item === undefined) return undefined
  const { maxItems } = schema
  const maxElements =
    typeof maxItems === 'number' ? atLeastZero(maxItems) : Math.trunc(longestText / (minSizeOf(item) + 1))
  return { name: 'list', params: [item], minSerializedSize: 2, maxElements }
}

function mapOf({ additionalProperties, schema }: Structural, name: string): StaticType | undefined {
  const values = additionalProperties?.schema as Structural
  const value = schemaType(values, values.embeddedResource, `${name}.@elem`)
  if (value === undefined) return undefined
  const { maxProperties } = schema
  const maxElements =
    typeof maxProperties === 'number' ? atLeastZero(maxProperties) : Math.trunc(longestText / (minSizeOf(value) + 6))
  return { name: 'map', params: [{ name: 'string' }, value], minSerializedSize: 2, maxElements }
}

/** The types of fields are made on first use: rules use few of them, and schemas have thousands. */
function objectSchemaType({ properties, schema }: Structural, name: string): StaticType {
  let minSerializedSize = 2
  for (const property of new Set(schema.required ?? [])) {
    const each = properties.get(property)
    const type = each?.default === undefined && each ? fieldType(each, property, name) : undefined
    if (type !== undefined) minSerializedSize += utf8Length(property) + minSizeOf(type) + 4
  }
  let fields: ReadonlyMap<string, StaticType> | undefined
  return {
    name,
    minSerializedSize,
    get fields() {
      fields ??= fieldTypes(properties, name)
      return fields
    },
  }
}

function fieldType(schema: Structural, property: string, owner: string): StaticType | undefined {
  return schemaType(schema, schema.embeddedResource, `${owner}.${escapePropertyName(property) ?? property}`)
}

function fieldTypes(properties: ReadonlyMap<string, Structural>, owner: string): ReadonlyMap<string, StaticType> {
  const fields = new Map<string, StaticType>()
  for (const [property, each] of properties) {
    const field = escapePropertyName(property)
    const type = field === undefined ? undefined : fieldType(each, property, owner)
    if (field === undefined || type === undefined) continue
    fields.set(field, type)
    if (isKeywordProperty(property)) fields.set(property, type)
  }
  return fields
}

function stringSchemaType({ schema }: Structural): StaticType {
  switch (schema.format) {
    case 'byte': {
      const { maxLength } = schema
      const maxElements = typeof maxLength === 'number' ? atLeastZero(maxLength) : longestText
      return { name: 'bytes', minSerializedSize: 2, maxElements }
    }
    case 'duration':
      return { ...durationType, minSerializedSize: 3, maxElements: 32 }
    case 'date':
      return { ...timestampType, minSerializedSize: 12, maxElements: 12 }
    case 'date-time':
      return { ...timestampType, minSerializedSize: 21, maxElements: 32 }
    default:
      return { name: 'string', minSerializedSize: 2, maxElements: longestOf(schema) }
  }
}

function longestOf(schema: JSONSchemaProps): number {
  const values = schema.enum ?? []
  if (typeof schema.maxLength === 'number' || values.length === 0) return fromMaxLength(schema)
  return Math.max(0, ...values.map((value) => (typeof value === 'string' ? utf8Length(value) : 0)))
}

/** The same schema with what every object has; one that declares all of it itself stays as it is. */
export function withTypeAndObjectMeta(schema: Structural): Structural {
  if (hasTypeAndObjectMeta(schema)) return schema
  const names = new Map([
    ['name', plain('string')],
    ['generateName', plain('string')],
  ])
  const properties = new Map(schema.properties)
  properties.set('kind', plain('string')).set('apiVersion', plain('string')).set('metadata', plain('object', names))
  return { ...schema, properties }
}

function hasTypeAndObjectMeta({ properties }: Structural): boolean {
  const metadata = properties.get('metadata')
  return (
    properties.get('kind')?.type === 'string' &&
    properties.get('apiVersion')?.type === 'string' &&
    metadata?.type === 'object' &&
    metadata.properties.get('name')?.type === 'string' &&
    metadata.properties.get('generateName')?.type === 'string'
  )
}

function plain(type: string, properties: ReadonlyMap<string, Structural> = new Map()): Structural {
  return {
    schema: { type },
    type,
    nullable: false,
    default: undefined,
    items: undefined,
    properties,
    additionalProperties: undefined,
    preserveUnknownFields: false,
    embeddedResource: false,
    intOrString: false,
    listType: undefined,
    listMapKeys: [],
    mapType: undefined,
    rules: [],
    mayHaveRules: false,
    isPlain: true,
  }
}
