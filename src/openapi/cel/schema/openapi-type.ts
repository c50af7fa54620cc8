import { isMachineryError } from '../../../errors/machinery-error.js'
import type { JSONSchemaProps } from '../../json-schema-props.js'
import { newStructural } from '../../structural/new-structural.js'
import type { StaticType } from '../values/cel-static-type.js'
import { schemaType } from './schema-type.js'

/** A schema of an OpenAPI v3 document. */
type Schema = Readonly<Record<string, unknown>>

/** The targets of references in a document, by name. */
export type OpenAPISchemas = Readonly<Record<string, Schema>>

const prefix = '#/components/schemas/'

/**
 * The type of the objects of a kind in expressions, by the OpenAPI v3 document that a server publishes; undefined for
 * schemas without one. A schema that refers to itself is an object without fields at that point.
 *
 * Source: `SchemaDeclType` and `PopulateRefs` of k8s.io/apiserver/pkg/cel.
 */
export function openAPIType(schema: Schema, schemas: OpenAPISchemas, name: string): StaticType | undefined {
  try {
    const whole: JSONSchemaProps = resolved(schema, schemas, new Set())
    return schemaType(newStructural(whole), false, name)
  } catch (error) {
    if (isMachineryError(error)) return undefined
    throw error
  }
}

/** The schema with what it refers to in place of references. */
function resolved(given: Schema, schemas: OpenAPISchemas, above: ReadonlySet<string>): Schema {
  const reference = referenceOf(given)
  if (reference === undefined) return withParts(given, schemas, above)
  const target = Object.hasOwn(schemas, reference) ? schemas[reference] : undefined
  if (target === undefined || above.has(reference)) return { type: 'object' }
  return resolved(target, schemas, new Set(above).add(reference))
}

/** Documents wrap a reference in `allOf` if the field has its own description or default. */
function referenceOf({ $ref, allOf }: Schema): string | undefined {
  const one = Array.isArray(allOf) && allOf.length === 1 ? (allOf[0] as Schema | null)?.$ref : undefined
  const text = $ref ?? one
  return typeof text === 'string' && text.startsWith(prefix) ? text.slice(prefix.length) : undefined
}

function withParts(schema: Schema, schemas: OpenAPISchemas, above: ReadonlySet<string>): Schema {
  const { type, format, required, properties, items, additionalProperties } = schema
  const inner = (part: unknown): Schema => resolved((part ?? {}) as Schema, schemas, above)
  const isIntOrString = format === 'int-or-string' || schema['x-kubernetes-int-or-string'] === true
  return {
    ...(type !== undefined && { type }),
    ...(format !== undefined && { format }),
    ...(required !== undefined && { required }),
    ...(isIntOrString && { 'x-kubernetes-int-or-string': true }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(Object.entries(properties as Schema).map(([name, each]) => [name, inner(each)])),
    }),
    ...(items !== undefined && { items: inner(items) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: inner(additionalProperties) }),
  }
}
