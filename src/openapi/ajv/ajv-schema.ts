import type { JSONObject, JSONValue } from '../../json/json-value.js'
import type { JSONSchemaProps } from '../json-schema-props.js'

/** Keywords that JSON Schema and CRDs have in common. */
const common = [
  'format',
  'pattern',
  'maxLength',
  'minLength',
  'maxItems',
  'minItems',
  'uniqueItems',
  'multipleOf',
  'maxProperties',
  'minProperties',
  'enum',
  'x-kubernetes-list-type',
  'x-kubernetes-list-map-keys',
] as const

/** Converts the schema of a CRD to JSON Schema draft 07 for ajv. */
export function ajvSchema(schema: JSONSchemaProps): JSONObject {
  const result: JSONObject = { ...typeKeywords(schema), ...bounds(schema) }
  for (const keyword of common) {
    const value = schema[keyword]
    if (typeof value === 'bigint') result[keyword] = Number(value)
    else if (value !== undefined && !(keyword === 'enum' && (value as readonly unknown[]).length === 0)) {
      result[keyword] = value as JSONValue
    }
  }
  if (schema.required !== undefined) result.required = [...new Set(schema.required)]
  if (schema.items !== undefined) result.items = ajvSchema(schema.items as JSONSchemaProps)
  const { properties, additionalProperties: additional } = schema
  if (properties !== undefined) {
    result.properties = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, ajvSchema(each)]))
  }
  if (additional !== undefined) {
    result.additionalProperties = typeof additional === 'boolean' ? additional : ajvSchema(additional)
  }
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
    const list = schema[keyword]
    if (list !== undefined && list.length > 0) result[keyword] = list.map(ajvSchema)
  }
  if (schema.not !== undefined) result.not = ajvSchema(schema.not)
  return schema.nullable === true ? { anyOf: [{ type: 'null' }, result] } : result
}

function typeKeywords(schema: JSONSchemaProps): JSONObject {
  if (schema['x-kubernetes-int-or-string']) return { type: ['integer', 'string'] }
  return schema.type ? { type: schema.type } : {}
}

/** In CRDs a bound and whether it is exclusive are two keywords, in draft 07 one. */
function bounds(schema: JSONSchemaProps): JSONObject {
  const { maximum, minimum, exclusiveMaximum, exclusiveMinimum } = schema
  return {
    ...(maximum !== undefined && { [exclusiveMaximum ? 'exclusiveMaximum' : 'maximum']: Number(maximum) }),
    ...(minimum !== undefined && { [exclusiveMinimum ? 'exclusiveMinimum' : 'minimum']: Number(minimum) }),
  }
}
