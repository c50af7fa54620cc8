import type { JSONSchemaProps } from '../../../../openapi/json-schema-props.js'
import { isSet, structsOf } from '../../../validation/go-values.js'
import type { CustomResourceDefinition } from '../../v1/types.gen.js'
import { oldDefinitionSpec } from '../conversions.js'

/** Called with each schema. */
export type SchemaVisitor = (schema: JSONSchemaProps) => void

/** Visits every schema of a definition: that of all versions first, then those of versions, each before what is in it. */
export function visitSchemas({ spec }: CustomResourceDefinition, visit: SchemaVisitor): void {
  const shared = oldDefinitionSpec(isSet(spec) ? { ...spec, versions: [...structsOf(spec.versions)] } : undefined)
  const schemas = [shared?.validation, ...structsOf(shared?.versions).map(({ schema }) => schema)]
  for (const each of schemas) visitSchema(each?.openAPIV3Schema, visit)
}

function visitSchema(schema: JSONSchemaProps | null | undefined, visit: SchemaVisitor): void {
  if (!isSet(schema) || typeof schema !== 'object' || Array.isArray(schema)) return
  visit(schema)
  const { items } = schema
  if (Array.isArray(items)) visitAll(items, visit)
  else visitSchema(items as JSONSchemaProps | undefined, visit)
  visitAll(schema.allOf, visit)
  visitAll(schema.oneOf, visit)
  visitAll(schema.anyOf, visit)
  visitSchema(schema.not, visit)
  visitSchema(schema.additionalProperties as JSONSchemaProps | undefined, visit)
  visitNamed(schema.properties, visit)
  visitNamed(schema.patternProperties, visit)
  visitNamed(schema.definitions, visit)
  visitNamed(schema.dependencies as Readonly<Record<string, JSONSchemaProps>> | undefined, visit)
}

function visitAll(schemas: readonly JSONSchemaProps[] | null | undefined, visit: SchemaVisitor): void {
  if (isSet(schemas)) for (const each of schemas) visitSchema(each, visit)
}

function visitNamed(schemas: Readonly<Record<string, JSONSchemaProps>> | null | undefined, visit: SchemaVisitor): void {
  if (isSet(schemas)) for (const name of Object.keys(schemas)) visitSchema(schemas[name], visit)
}
