import { quote } from '../../../../internal/quote.js'
import type { JSONSchemaProps } from '../../../../openapi/json-schema-props.js'
import { isSet, structsOf } from '../../../validation/go-values.js'
import type { CustomResourceDefinition } from '../../v1/types.gen.js'
import { oldDefinitionSpec } from '../conversions.js'

/** Formats of texts that are checked, without their hyphens. */
const textFormats: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...'bsonobjectid uri email hostname ipv4 ipv6 cidr mac uuid uuid3 uuid4 uuid5 isbn isbn10 isbn13'.split(' '),
  ...'creditcard ssn hexcolor rgbcolor byte password date duration datetime k8sshortname k8slongname'.split(' '),
])

/** Warns about unsupported formats in the schemas of a definition; on an update, only about new ones. */
export function unrecognizedFormatWarnings(
  definition: CustomResourceDefinition,
  old?: CustomResourceDefinition,
): readonly string[] {
  const before = new Set(old === undefined ? [] : unrecognizedFormats(old))
  return unrecognizedFormats(definition)
    .filter((format) => !before.has(format))
    .map((format) => `unrecognized format ${quote(format)}`)
}

function unrecognizedFormats({ spec }: CustomResourceDefinition): string[] {
  const shared = oldDefinitionSpec(isSet(spec) ? { ...spec, versions: [...structsOf(spec.versions)] } : undefined)
  const schemas = [shared?.validation, ...structsOf(shared?.versions).map(({ schema }) => schema)]
  const found: string[] = []
  for (const each of schemas) collect(each?.openAPIV3Schema, found)
  return found
}

function collect(schema: JSONSchemaProps | null | undefined, found: string[]): void {
  if (!isSet(schema) || typeof schema !== 'object' || Array.isArray(schema)) return
  const type = schema.type ?? ''
  const format = schema.format ?? ''
  if (format !== '' && !isRecognized(type, format)) found.push(format)
  const { items } = schema
  if (Array.isArray(items)) collectAll(items, found)
  else collect(items as JSONSchemaProps | undefined, found)
  collectAll(schema.allOf, found)
  collectAll(schema.oneOf, found)
  collectAll(schema.anyOf, found)
  collect(schema.not, found)
  collect(schema.additionalProperties as JSONSchemaProps | undefined, found)
  collectNamed(schema.properties, found)
  collectNamed(schema.patternProperties, found)
  collectNamed(schema.definitions, found)
  collectNamed(schema.dependencies as Readonly<Record<string, JSONSchemaProps>> | undefined, found)
}

function collectAll(schemas: readonly JSONSchemaProps[] | null | undefined, found: string[]): void {
  if (isSet(schemas)) for (const each of schemas) collect(each, found)
}

function collectNamed(schemas: Readonly<Record<string, JSONSchemaProps>> | null | undefined, found: string[]): void {
  if (isSet(schemas)) for (const name of Object.keys(schemas)) collect(schemas[name], found)
}

function isRecognized(type: string, format: string): boolean {
  switch (type) {
    case '':
    case 'string':
      return textFormats.has(format.replaceAll('-', ''))
    case 'integer':
      return format === 'int32' || format === 'int64'
    case 'number':
      return format === 'float' || format === 'double'
    default:
      return false
  }
}
