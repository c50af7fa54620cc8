import { MachineryError } from '../../errors/machinery-error.js'
import { exceedsNesting } from '../../json/nesting.js'
import type { JSONSchemaProps } from '../json-schema-props.js'
import type { Structural, StructuralOrBool } from './structural.js'

/** Schemas nested deeper than this are refused. */
export const maxSchemaDepth = 250

/** Limit of nested schemas; the largest CRDs have some ten thousand. */
export const maxSchemaNodes = 200_000

/** So long may the patterns of one schema be together, each counted once; a compiled one is a thousand times as large. */
const maxPatternCharacters = 100_000

/**
 * Reads a schema as a structural one. Call `validateStructural` to learn whether it is.
 *
 * @throws MachineryError `InvalidSchema` for keywords that CRDs do not have (`$ref`, `patternProperties`, …), for
 * keywords of a wrong JSON type, for nesting beyond {@link maxSchemaDepth}, for more than {@link maxSchemaNodes}
 * schemas and for patterns of more than 100,000 characters together.
 */
export function newStructural(schema: JSONSchemaProps): Structural {
  return structuralOf(schema, { depth: 0, count: { nodes: 0, rules: 0, characters: 0, patterns: new Set() } })
}

/** How many schemas and rules there are in all, and their patterns. */
interface Count {
  nodes: number
  rules: number
  characters: number
  readonly patterns: Set<string>
}

/** The depth of a schema. */
interface Place {
  readonly depth: number
  readonly count: Count
}

function below({ depth, count }: Place): Place {
  return { depth: depth + 1, count }
}

function structuralOf(schema: JSONSchemaProps, place: Place): Structural {
  const hasUsual = checkNode(schema, place)
  // Looking up what is not there costs most in objects of many shapes.
  const rare = hasUsual ? nothing : schema
  const { rules: before } = place.count
  if (!hasUsual) checkValidations(schema, place)
  const rules = rare['x-kubernetes-validations'] ?? []
  place.count.rules += rules.length
  const items = schema.items === undefined ? undefined : structuralOf(schema.items as JSONSchemaProps, below(place))
  const properties = propertiesOf(schema, place)
  const additionalProperties = additionalOf(rare.additionalProperties, place)
  return {
    schema,
    type: schema.type ?? '',
    nullable: schema.nullable ?? false,
    default: schema.default ?? undefined,
    items,
    properties,
    additionalProperties,
    preserveUnknownFields: rare['x-kubernetes-preserve-unknown-fields'] ?? false,
    embeddedResource: rare['x-kubernetes-embedded-resource'] ?? false,
    intOrString: rare['x-kubernetes-int-or-string'] ?? false,
    listType: schema['x-kubernetes-list-type'],
    listMapKeys: rare['x-kubernetes-list-map-keys'] ?? [],
    mapType: schema['x-kubernetes-map-type'],
    rules,
    mayHaveRules: place.count.rules > before,
    isPlain: hasUsual && isPlain(schema, items, properties),
  }
}

const nothing: JSONSchemaProps = {}

const plainTypes: ReadonlySet<string> = new Set(['boolean', 'integer', 'number', 'object', 'string'])

/** See {@link Structural.isPlain}; of a schema without unusual keywords. */
function isPlain(
  schema: JSONSchemaProps,
  items: Structural | undefined,
  properties: ReadonlyMap<string, Structural>,
): boolean {
  const { type = '', 'x-kubernetes-list-type': listType, 'x-kubernetes-map-type': mapType } = schema
  if (schema.pattern !== undefined || schema.default !== undefined) return false
  if (type === 'array' ? items === undefined || !items.isPlain : items !== undefined || !plainTypes.has(type))
    return false
  if (listType !== undefined && (listType !== 'atomic' || type !== 'array')) return false
  if (mapType !== undefined && (mapType !== 'atomic' || type !== 'object')) return false
  for (const property of properties.values()) if (!property.isPlain) return false
  return true
}

function propertiesOf({ properties }: JSONSchemaProps, place: Place): Map<string, Structural> {
  const made = new Map<string, Structural>()
  if (properties === undefined) return made
  const inner = below(place)
  for (const name of Object.keys(properties)) made.set(name, structuralOf(properties[name]!, inner))
  return made
}

function additionalOf(schema: JSONSchemaProps | boolean | undefined, place: Place): StructuralOrBool | undefined {
  if (schema === undefined) return undefined
  if (typeof schema === 'boolean') return { schema: undefined, allows: schema }
  return { schema: structuralOf(schema, below(place)), allows: true }
}

function hasLogic({ allOf, anyOf, oneOf, not }: JSONSchemaProps): boolean {
  return allOf !== undefined || anyOf !== undefined || oneOf !== undefined || not !== undefined
}

const none: readonly JSONSchemaProps[] = []

/** Schemas below `allOf`, `anyOf`, `oneOf` and `not`: they only validate values, but the same keywords are allowed. */
function checkValidations(schema: JSONSchemaProps, place: Place): void {
  for (const nested of nestedValidations(schema)) checkNested(nested, below(place))
}

function checkNested(schema: JSONSchemaProps, place: Place): void {
  checkNode(schema, place)
  place.count.rules += schema['x-kubernetes-validations']?.length ?? 0
  checkValidations(schema, place)
  if (schema.items !== undefined) checkNested(schema.items as JSONSchemaProps, below(place))
  for (const property of Object.values(schema.properties ?? {})) checkNested(property, below(place))
  if (typeof schema.additionalProperties === 'object') checkNested(schema.additionalProperties, below(place))
}

/** The schemas of the logical keywords, in Go's order. */
function nestedValidations(schema: JSONSchemaProps): readonly JSONSchemaProps[] {
  if (!hasLogic(schema)) return none
  const nested = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  return schema.not === undefined ? nested : [...nested, schema.not]
}

const unsupported: readonly [keyof JSONSchemaProps, string][] = [
  ['id', 'id'],
  ['$schema', 'schema'],
  ['$ref', '$ref'],
  ['patternProperties', 'patternProperties'],
  ['dependencies', 'dependencies'],
  ['additionalItems', 'additionalItems'],
  ['definitions', 'definitions'],
]

/** Returns whether the schema has only usual keywords. */
function checkNode(schema: JSONSchemaProps, { depth, count }: Place): boolean {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
    throw invalidSchema('schema must be an object')
  if (depth > maxSchemaDepth) throw invalidSchema(`schema is nested deeper than ${maxSchemaDepth}`)
  // YAML can name one schema many times: what is small as a text need not be small here.
  if (++count.nodes > maxSchemaNodes) throw invalidSchema(`schema consists of more than ${maxSchemaNodes} schemas`)
  const hasUsual = hasUsualKeywords(schema)
  if (!hasUsual) checkKeywords(schema)
  if (schema.pattern !== undefined) countPattern(schema.pattern, count)
  if (schema.default !== undefined) checkNesting(schema, 'default')
  if (schema.enum !== undefined) checkNesting(schema, 'enum')
  return hasUsual
}

function checkNesting(schema: JSONSchemaProps, keyword: 'default' | 'enum'): void {
  if (exceedsNesting(schema[keyword], maxValueDepth)) {
    throw invalidSchema(`'${keyword}' is nested deeper than ${maxValueDepth}`)
  }
}

/** Keywords that nearly every schema has, and what they hold when nothing is wrong with them. */
const usualKeywords: ReadonlyMap<string, string> = new Map([
  ['type', 'string'],
  ['description', 'string'],
  ['format', 'string'],
  ['title', 'string'],
  ['pattern', 'string'],
  ['nullable', 'boolean'],
  ['maxLength', 'number'],
  ['minLength', 'number'],
  ['maxItems', 'number'],
  ['minItems', 'number'],
  ['maximum', 'number'],
  ['minimum', 'number'],
  ['x-kubernetes-list-type', 'string'],
  ['x-kubernetes-map-type', 'string'],
])

/**
 * Reports whether no keyword can be invalid. A definition has ten thousand schemas, most of which have few keywords.
 */
function hasUsualKeywords(schema: JSONSchemaProps): boolean {
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword as keyof JSONSchemaProps]
    const wanted = usualKeywords.get(keyword)
    if (wanted !== undefined ? typeof value !== wanted : !isUsualPart(keyword, value)) return false
  }
  return true
}

function isUsualPart(keyword: string, value: unknown): boolean {
  if (keyword === 'default') return true
  if (keyword === 'properties' || keyword === 'items') {
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  }
  if (keyword === 'enum') return Array.isArray(value)
  return keyword === 'required' && Array.isArray(value) && value.every((name) => typeof name === 'string')
}

function checkKeywords(schema: JSONSchemaProps): void {
  for (const [keyword, name] of unsupported) {
    if (isSet(schema[keyword])) throw invalidSchema(`OpenAPIV3Schema '${name}' is not supported`)
  }
  if (Array.isArray(schema.items)) throw invalidSchema("OpenAPIV3Schema 'items' must be a schema, but is an array")
  if (schema['x-kubernetes-preserve-unknown-fields'] === false) {
    throw invalidSchema("internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined")
  }
  checkTypes(schema)
}

function countPattern(pattern: string, count: Count): void {
  if (count.patterns.has(pattern)) return
  count.patterns.add(pattern)
  count.characters += pattern.length
  if (count.characters > maxPatternCharacters) {
    throw invalidSchema(`patterns have more than ${maxPatternCharacters} characters together`)
  }
}

/** Values in schemas are copied and compared; values of objects may be deeper. */
const maxValueDepth = 1000

/** Empty texts and objects count as absent, as in Go. */
function isSet(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}

const texts = ['type', 'format', 'pattern', 'x-kubernetes-list-type', 'x-kubernetes-map-type'] as const
const numbers = [
  'maximum',
  'minimum',
  'maxLength',
  'minLength',
  'maxItems',
  'minItems',
  'multipleOf',
  'maxProperties',
  'minProperties',
] as const
const lists = [
  ...(['enum', 'required', 'allOf', 'anyOf', 'oneOf', 'x-kubernetes-validations'] as const),
  'x-kubernetes-list-map-keys',
] as const

/** Schemas come from outside: what is of a wrong type must not get further. */
function checkTypes(schema: JSONSchemaProps): void {
  for (const keyword of texts) expectType(schema, keyword, typeof schema[keyword] === 'string')
  for (const keyword of numbers) expectType(schema, keyword, isNumber(schema[keyword]))
  for (const keyword of lists) expectType(schema, keyword, Array.isArray(schema[keyword]))
  const { properties } = schema
  expectType(schema, 'properties', typeof properties === 'object' && properties !== null && !Array.isArray(properties))
  for (const keyword of ['required', 'x-kubernetes-list-map-keys'] as const) {
    if (schema[keyword]?.some((name) => typeof name !== 'string')) throw invalidSchema(`'${keyword}' must hold texts`)
  }
  for (const rule of schema['x-kubernetes-validations'] ?? []) {
    if (!isRule(rule)) throw invalidSchema("'x-kubernetes-validations' must hold rules")
  }
}

function isRule(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { rule, message, messageExpression, reason, fieldPath } = value as Readonly<Record<string, unknown>>
  return typeof rule === 'string' && [message, messageExpression, reason, fieldPath].every(isTextOrAbsent)
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string'
}

/** Read exactly, an integer beyond ±(2^53−1) is a bigint. */
function isNumber(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'bigint'
}

function expectType(schema: JSONSchemaProps, keyword: keyof JSONSchemaProps, ok: boolean): void {
  if (schema[keyword] === undefined || ok) return
  throw invalidSchema(`'${keyword}' is of a wrong type`)
}

function invalidSchema(message: string): MachineryError {
  return new MachineryError('InvalidSchema', message)
}
