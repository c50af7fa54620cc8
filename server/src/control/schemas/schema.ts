import type { JSONSchemaProps } from 'apimachinery/openapi'

type Properties = Readonly<Record<string, JSONSchemaProps>>

/** An object with these properties and no others. */
export function objectSchema(properties: Properties, required: readonly string[] = []): JSONSchemaProps {
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}

/** The answer of a list. */
export function listSchema(items: JSONSchemaProps, more: Properties = {}): JSONSchemaProps {
  const properties = { items: { type: 'array', items }, ...more }
  return { type: 'object', properties, required: Object.keys(properties) }
}

export function text(description: string): JSONSchemaProps {
  return { type: 'string', description }
}

export function texts(description: string): JSONSchemaProps {
  return { type: 'array', items: { type: 'string' }, description }
}

export function integer(description: string, minimum = 0): JSONSchemaProps {
  return { type: 'integer', format: 'int64', minimum, description }
}

export function flag(description: string): JSONSchemaProps {
  return { type: 'boolean', description }
}

/** A moment, RFC 3339. */
export function time(description: string): JSONSchemaProps {
  return { type: 'string', format: 'date-time', description }
}

/** A name of a cluster or snapshot. */
export function label(description: string): JSONSchemaProps {
  return { type: 'string', pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$', maxLength: 63, description }
}

/** An object whose fields are not those of this API. */
export function anyObject(description: string): JSONSchemaProps {
  return { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, description }
}

/** Values by keys that the client chooses. */
export function mapOf(values: JSONSchemaProps, description: string): JSONSchemaProps {
  return { type: 'object', additionalProperties: values, description }
}
