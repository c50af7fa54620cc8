import type { JSONSchemaProps } from '../../../../openapi/json-schema-props.js'
import { isSet } from '../../../validation/go-values.js'

/** What says that a schema has something. */
export type SchemaTest = (schema: JSONSchemaProps) => boolean

type Below = Readonly<Record<string, unknown>>

/** Reports whether a schema, or one below any of its keywords, has something. */
export function schemaHas(schema: unknown, test: SchemaTest): boolean {
  if (!isSet(schema) || typeof schema !== 'object' || Array.isArray(schema)) return false
  if (test(schema as JSONSchemaProps)) return true
  const { items, allOf, anyOf, oneOf, not, properties, additionalProperties, ...others } = schema as Below
  const { patternProperties, additionalItems, definitions, dependencies } = others
  return (
    [items, allOf, anyOf, oneOf].some((list) => anyHas(list, test)) ||
    [not, additionalProperties, additionalItems].some((each) => schemaHas(each, test)) ||
    [properties, patternProperties, definitions, dependencies].some((named) => anyNamedHas(named, test))
  )
}

function anyHas(schemas: unknown, test: SchemaTest): boolean {
  return Array.isArray(schemas) ? schemas.some((each) => schemaHas(each, test)) : schemaHas(schemas, test)
}

function anyNamedHas(schemas: unknown, test: SchemaTest): boolean {
  return isSet(schemas) && Object.values(schemas as object).some((each) => schemaHas(each, test))
}
