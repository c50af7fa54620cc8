import { quote } from '../../../internal/quote.js'
import type { JSONSchemaProps } from '../../../openapi/json-schema-props.js'
import type { CustomResourceDefinition } from '../../apiextensions/v1/types.gen.js'
import { oldDefinitionSpec } from '../../conversion/custom-resource-definition.js'
import { isSet, structsOf } from '../go-values.js'

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
  for (const each of schemas) collect(each?.openAPIV3Schema as JSONSchemaProps | undefined, found)
  return found
}

function collect(schema: JSONSchemaProps | null | undefined, found: string[]): void {
  if (!isSet(schema) || typeof schema !== 'object') return
  const type = schema.type ?? ''
  const format = schema.format ?? ''
  if (format !== '' && !isRecognized(type, format)) found.push(format)
  const { items, additionalProperties: additional } = schema
  const nested = [schema.allOf, schema.oneOf, schema.anyOf].flatMap((each) => each ?? [])
  const named = [schema.properties, schema.patternProperties, schema.definitions, schema.dependencies]
  const below = [
    ...(Array.isArray(items) ? items : [items as JSONSchemaProps | undefined]),
    ...nested,
    schema.not,
    typeof additional === 'boolean' ? undefined : additional,
    ...named.flatMap((each) => Object.values(each ?? {})),
  ]
  for (const each of below) if (!Array.isArray(each)) collect(each as JSONSchemaProps | undefined, found)
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
