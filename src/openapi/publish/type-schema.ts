import type {
  FieldDescriptor,
  FieldOptions,
  ScalarDescriptor,
  ScalarKind,
  SchemaFacets,
  StructDescriptor,
  TypeDescriptor,
  VariantDescriptor,
} from '../../descriptor/types.js'
import type { JSONObject, JSONValue } from '../../json/json-value.js'
import type { OpenAPISchema, OpenAPIVersion } from './openapi-schema.js'

/** What some writers of schemas do in another way. */
export interface SchemaStyle {
  /** Items of lists and values of maps have the default of their type, unless they are pointers. Default: they have none. */
  readonly elementDefaults?: boolean | undefined
  /** `false`: without lengths, limits, patterns and rules, which documents of kube-apiserver do not have. Default: with them. */
  readonly constraints?: boolean | undefined
}

/** How schemas are written. */
export interface TypeSchemaOptions extends SchemaStyle {
  readonly version: OpenAPIVersion
  /** Called for every definition that a schema refers to: a struct, or one of the shared scalars. */
  readonly refer?: (name: string, definition: StructDescriptor | OpenAPISchema) => void
}

const text = (format?: string): OpenAPISchema =>
  format === undefined ? { type: 'string' } : { type: 'string', format }
const integer = (format: string): OpenAPISchema => ({ type: 'integer', format })

const scalars: Readonly<Record<ScalarKind, OpenAPISchema>> = {
  string: text(),
  bool: { type: 'boolean' },
  int32: integer('int32'),
  int64: integer('int64'),
  uint32: integer('int64'),
  uint64: integer('int64'),
  float: { type: 'number', format: 'float' },
  double: { type: 'number', format: 'double' },
  bytes: text('byte'),
  time: text('date-time'),
  microTime: text('date-time'),
  duration: text(),
  quantity: text(),
  intOrString: text('int-or-string'),
  rawExtension: { type: 'object' },
  fieldsV1: { type: 'object' },
  json: {},
  any: {},
}

/** Scalars that have a definition of their own, and its name. */
const shared: Partial<Record<ScalarKind, string>> = {
  time: 'io.k8s.apimachinery.pkg.apis.meta.v1.Time',
  microTime: 'io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime',
  duration: 'io.k8s.apimachinery.pkg.apis.meta.v1.Duration',
  quantity: 'io.k8s.apimachinery.pkg.api.resource.Quantity',
  intOrString: 'io.k8s.apimachinery.pkg.util.intstr.IntOrString',
  rawExtension: 'io.k8s.apimachinery.pkg.runtime.RawExtension',
  fieldsV1: 'io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1',
  json: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON',
}

/** Scalars that v3 describes more exactly than v2. */
const unions: Partial<Record<ScalarKind, OpenAPISchema>> = {
  quantity: { oneOf: [{ type: 'string' }, { type: 'number' }] },
  intOrString: { oneOf: [{ type: 'integer' }, { type: 'string' }], format: 'int-or-string' },
}

/** The schema of a type. Structs, and scalars such as `Quantity`, become references. */
export function typeSchema(type: TypeDescriptor, options: TypeSchemaOptions): OpenAPISchema {
  switch (type.kind) {
    case 'struct':
      return reference(type.name, type, options)
    case 'list':
      return { type: 'array', items: elementSchema(type.element, type.pointerElements, options) }
    case 'map':
      return { type: 'object', additionalProperties: elementSchema(type.value, type.pointerValues, options) }
    case 'variant':
      return variantSchema(type, options)
    default:
      return scalarSchema(type, options)
  }
}

function scalarSchema(type: ScalarDescriptor, options: TypeSchemaOptions): OpenAPISchema {
  const name = shared[type.kind]
  const union = options.version === 'v3' ? unions[type.kind] : undefined
  if (name !== undefined) return reference(name, { ...(union ?? scalars[type.kind]) }, options)
  const schema: OpenAPISchema = { ...scalars[type.kind] }
  if (type.enum !== undefined) schema.enum = [...type.enum].sort()
  return schema
}

const variantNames: Readonly<Record<VariantDescriptor['shape'], string>> = {
  orArray: 'JSONSchemaPropsOrArray',
  orBool: 'JSONSchemaPropsOrBool',
  orStringArray: 'JSONSchemaPropsOrStringArray',
}

/** The three hand-written shapes of JSON schemas: OpenAPI has no word for them but their names. */
function variantSchema(type: VariantDescriptor, options: TypeSchemaOptions): OpenAPISchema {
  return reference(openAPINameOf(type, type.name ?? variantNames[type.shape]), {}, options)
}

function openAPINameOf({ schema }: VariantDescriptor, name: string): string {
  return schema.name.slice(0, schema.name.lastIndexOf('.') + 1) + name.slice(name.lastIndexOf('.') + 1)
}

function reference(
  name: string,
  definition: StructDescriptor | OpenAPISchema,
  { version, refer }: TypeSchemaOptions,
): OpenAPISchema {
  refer?.(name, definition)
  return { $ref: (version === 'v3' ? '#/components/schemas/' : '#/definitions/') + name }
}

function elementSchema(type: TypeDescriptor, pointer: boolean, options: TypeSchemaOptions): OpenAPISchema {
  const schema = typeSchema(type, options)
  const zero = options.elementDefaults !== true || pointer ? undefined : zeroDefault(type)
  return zero === undefined ? schema : decorated(schema, { default: zero }, options.version)
}

/** The default that marks a field as not being a pointer. */
function zeroDefault(type: TypeDescriptor): JSONValue | undefined {
  switch (type.kind) {
    case 'struct':
      return {}
    case 'string':
      return ''
    case 'bool':
      return false
    case 'int32':
    case 'int64':
    case 'uint32':
    case 'uint64':
    case 'float':
    case 'double':
      return 0
    default:
      return undefined
  }
}

/** Adds keywords to a schema. In v3 a reference must not have other keywords, so it is wrapped; v2 omits them. */
function decorated(schema: OpenAPISchema, more: OpenAPISchema, version: OpenAPIVersion): OpenAPISchema {
  if (Object.keys(more).length === 0) return schema
  if (schema.$ref === undefined) return { ...schema, ...more }
  // The target of a reference has the type itself.
  const { type: _type, format: _format, ...facts } = more
  if (Object.keys(facts).length === 0) return schema
  if (version === 'v3') return { ...facts, allOf: [schema] }
  const { default: _, ...kept } = facts
  return { ...schema, ...kept }
}

/** The definition of a struct: its properties, those that must be there, and Kubernetes' extensions. */
export function structSchema(struct: StructDescriptor, options: TypeSchemaOptions): OpenAPISchema {
  const properties: JSONObject = {}
  for (const field of struct.properties) properties[field.name] = fieldSchema(field, options)
  const required = struct.properties.filter(isRequired).map(({ name }) => name)
  return {
    type: 'object',
    ...(struct.properties.length > 0 && { properties }),
    ...(required.length > 0 && { required }),
    ...structExtensions(struct),
    ...(options.constraints !== false && rulesOf(struct.options.schema)),
  }
}

/** A field is required if its source declares that; otherwise, if Go always writes it. */
function isRequired({ options, omit }: FieldDescriptor): boolean {
  return options.required ?? omit === 'never'
}

function structExtensions({ options }: StructDescriptor): OpenAPISchema {
  return {
    ...(options.preserveUnknownFields && { 'x-kubernetes-preserve-unknown-fields': true }),
    ...(options.embeddedResource && { 'x-kubernetes-embedded-resource': true }),
    ...(options.structType !== undefined && { 'x-kubernetes-map-type': options.structType }),
    ...(options.unions !== undefined && { 'x-kubernetes-unions': options.unions.map(unionSchema) }),
  }
}

function unionSchema({
  discriminator,
  members,
}: NonNullable<StructDescriptor['options']['unions']>[number]): JSONObject {
  return { ...(discriminator !== undefined && { discriminator }), 'fields-to-discriminateBy': { ...members } }
}

function fieldSchema(field: FieldDescriptor, options: TypeSchemaOptions): OpenAPISchema {
  const { options: facts } = field
  const zero = field.pointer ? undefined : valueDefault(field)
  const byDefault = facts.default ?? zero
  const more: OpenAPISchema = {
    ...(facts.doc !== undefined && { description: facts.doc }),
    ...(byDefault !== undefined && { default: byDefault }),
    ...(facts.nullable && { nullable: true }),
    ...(options.constraints !== false && facetKeywords(facts.schema)),
    ...listExtensions(facts),
  }
  return decorated(typeSchema(field.type, options), more, options.version)
}

/** Structs by value always read as objects; scalars only where Go always writes them. */
function valueDefault({ type, omit }: FieldDescriptor): JSONValue | undefined {
  return type.kind === 'struct' || omit === 'never' ? zeroDefault(type) : undefined
}

function listExtensions(options: FieldOptions): OpenAPISchema {
  const { listMapKeys, listType, mapType, structType, patchMergeKey, patchStrategy } = options
  return {
    ...(listMapKeys !== undefined && { 'x-kubernetes-list-map-keys': [...listMapKeys] }),
    ...(listType !== undefined && { 'x-kubernetes-list-type': listType }),
    ...((mapType ?? structType) !== undefined && { 'x-kubernetes-map-type': (mapType ?? structType) as string }),
    ...(patchMergeKey !== undefined && { 'x-kubernetes-patch-merge-key': patchMergeKey }),
    ...(patchStrategy !== undefined && { 'x-kubernetes-patch-strategy': patchStrategy }),
  }
}

const keywords = [
  'title',
  'format',
  'pattern',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
] as const

function facetKeywords(facets: SchemaFacets | undefined): OpenAPISchema {
  if (facets === undefined) return {}
  const schema: OpenAPISchema = {}
  for (const keyword of keywords) {
    const value = facets[keyword]
    if (value !== undefined) schema[keyword] = value
  }
  if (facets.enum !== undefined) schema.enum = [...facets.enum]
  return { ...schema, ...facets.extra, ...rulesOf(facets) }
}

function rulesOf(facets: SchemaFacets | undefined): OpenAPISchema {
  return facets?.rules === undefined ? {} : { 'x-kubernetes-validations': [...facets.rules] }
}
