import type { JSONSchemaProps, OpenAPISchema, OpenAPIVersion } from 'apimachinery/openapi'

const texts = {
  apiVersion:
    'APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources',
  kind: 'Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds',
  metadata:
    "Standard object's metadata. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata",
  listMetadata:
    'Standard list metadata. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds',
  embeddedApiVersion:
    'apiVersion defines the versioned schema of this representation of an object. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources',
  embeddedKind:
    'kind is a string value representing the type of this object. In CamelCase. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds',
}

const metaName = 'io.k8s.apimachinery.pkg.apis.meta.v1'

/** The schema of an object as documents show it: that of the definition, and what every object has. */
export function publishedSchema(props: JSONSchemaProps | undefined, version: OpenAPIVersion): OpenAPISchema {
  if (props === undefined) return { type: 'object' }
  // kubectl rejects unknown fields once it has a single known one.
  if (version === 'v2' && props['x-kubernetes-preserve-unknown-fields'] === true) return { type: 'object' }
  const schema = version === 'v2' ? forV2(props) : forV3(props)
  const properties = { ...(schema.properties as object), ...typeMetaProperties(), metadata: metadataProperty(version) }
  return { ...schema, properties: sortedKeys(properties) }
}

/** The schema of a list. */
export function publishedListSchema(
  names: { readonly kind: string; readonly listKind: string; readonly plural: string; readonly item: string },
  version: OpenAPIVersion,
): OpenAPISchema {
  const { kind, listKind, plural, item } = names
  const more = 'More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md'
  const items = { description: `List of ${plural}. ${more}`, type: 'array', items: reference(item, version) }
  const metadata = described(reference(`${metaName}.ListMeta`, version), texts.listMetadata, version)
  return {
    description: `${listKind} is a list of ${kind}`,
    type: 'object',
    required: ['items'],
    properties: sortedKeys({ ...typeMetaProperties(), items, metadata }),
  }
}

function typeMetaProperties(): OpenAPISchema {
  return {
    apiVersion: { description: texts.apiVersion, type: 'string' },
    kind: { description: texts.kind, type: 'string' },
  }
}

function metadataProperty(version: OpenAPIVersion): OpenAPISchema {
  return described(reference(`${metaName}.ObjectMeta`, version), texts.metadata, version)
}

function reference(name: string, version: OpenAPIVersion): OpenAPISchema {
  return { $ref: `#/${version === 'v2' ? 'definitions' : 'components/schemas'}/${name}` }
}

/** Version 3 takes nothing beside a reference. */
function described(target: OpenAPISchema, description: string, version: OpenAPIVersion): OpenAPISchema {
  return version === 'v2' ? { description, ...target } : { description, allOf: [target] }
}

type Rewrite = (props: JSONSchemaProps) => OpenAPISchema

/** The schemas below a schema, rewritten. */
function below(props: JSONSchemaProps, rewrite: Rewrite): OpenAPISchema {
  const { items, properties, additionalProperties } = props
  return {
    ...(items !== undefined && !Array.isArray(items) && { items: rewrite(items as JSONSchemaProps) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, rewrite(each)])),
    }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: rewrite(additionalProperties) }),
  }
}

function forV3(props: JSONSchemaProps): OpenAPISchema {
  const schema: OpenAPISchema = { ...present(props), ...below(props, forV3) }
  if (props['x-kubernetes-int-or-string'] === true) unfoldIntOrString(schema, props)
  return withEmbedded(schema, props, 'v3')
}

const intOrString = [{ type: 'integer' }, { type: 'string' }]

function unfoldIntOrString(schema: OpenAPISchema, { anyOf, allOf }: JSONSchemaProps): void {
  const isIntOrString = (each: readonly JSONSchemaProps[] | undefined) =>
    each?.length === 2 && each[0]?.type === 'integer' && each[1]?.type === 'string'
  if (isIntOrString(anyOf) || isIntOrString(allOf?.[0]?.anyOf)) return
  if (anyOf === undefined) schema.anyOf = intOrString
  else schema.allOf = [{ anyOf: intOrString }, ...((allOf ?? []) as never[])]
}

/**
 * The part of a schema that version 2 supports. Source: `ToStructuralOpenAPIV2` of
 * k8s.io/apiextensions-apiserver/pkg/controller/openapi/v2.
 */
function forV2(props: JSONSchemaProps): OpenAPISchema {
  const { allOf: _allOf, oneOf: _oneOf, anyOf: _anyOf, not: _not, nullable, ...rest } = props
  const open = props['x-kubernetes-preserve-unknown-fields'] === true
  const schema: OpenAPISchema = { ...present(rest), ...below(rest, forV2) }
  if (nullable === true || open) {
    delete schema.items
    delete schema.properties
  }
  const untyped =
    nullable === true || (props.type === 'array' && schema.items === undefined) || (open && props.type === 'object')
  if (untyped) delete schema.type
  keepRequired(schema, props)
  return open ? schema : withEmbedded(schema, props, 'v2')
}

/** A nullable field is not required. */
function keepRequired(schema: OpenAPISchema, { required, properties, additionalProperties }: JSONSchemaProps): void {
  if (required === undefined) return
  const anyNull = typeof additionalProperties === 'object' && additionalProperties.nullable === true
  const kept = anyNull ? [] : required.filter((name) => properties?.[name]?.nullable !== true)
  if (kept.length === 0) delete schema.required
  else schema.required = [...kept]
}

function withEmbedded(schema: OpenAPISchema, props: JSONSchemaProps, version: OpenAPIVersion): OpenAPISchema {
  if (props['x-kubernetes-embedded-resource'] !== true) return schema
  const properties = {
    ...(schema.properties as object),
    apiVersion: { description: texts.embeddedApiVersion, type: 'string' },
    kind: { description: texts.embeddedKind, type: 'string' },
    metadata: metadataProperty(version),
  }
  const required = (props.required ?? []).filter((name) => name !== 'kind' && name !== 'apiVersion')
  return { ...schema, properties: sortedKeys(properties), required: [...required, 'kind', 'apiVersion'] }
}

/** The keywords that are there; the fields of a class may hold `undefined`. */
function present(props: object): object {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined))
}

function sortedKeys(object: object): OpenAPISchema {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))
}
