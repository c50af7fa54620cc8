import { appendAll } from '../../internal/append-all.js'
import { compareStrings } from '../../internal/compare-strings.js'
import { type FieldError, forbidden, invalid, required } from '../../validation/field-error.js'
import { FieldPath } from '../../validation/field-path.js'
import type { JSONSchemaProps } from '../json-schema-props.js'
import { completenessErrors } from './completeness.js'
import type { Structural } from './structural.js'
import { type Level, validationErrors } from './validate-nested.js'

/**
 * Returns the reasons why a schema is not structural, in Go's wording and sorted by message; nothing if it is.
 *
 * @param path - the path of the schema, such as `spec.versions[0].schema.openAPIV3Schema`.
 * @see
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema
 */
export function validateStructural(schema: Structural, path: FieldPath = FieldPath.empty()): FieldError[] {
  const errors: FieldError[] = []
  addInvariantErrors(schema, { level: 'root', path }, errors)
  appendAll(errors, completenessErrors(schema, path))
  return errors.sort((a, b) => compareStrings(a.message, b.message))
}

/** The position of a schema in another, and in the definition. */
interface Place {
  readonly level: Level
  readonly path: FieldPath
}

function addInvariantErrors(s: Structural, { level, path }: Place, errors: FieldError[]): void {
  if (s.type === 'array' && s.items === undefined) errors.push(required(path.child('items'), 'must be specified'))
  if (s.items !== undefined && !s.items.isPlain)
    addInvariantErrors(s.items, { level: 'item', path: path.child('items') }, errors)
  if (s.properties.size > 0) {
    const properties = path.child('properties')
    for (const [name, property] of s.properties) {
      if (!property.isPlain) addInvariantErrors(property, { level: 'field', path: properties.key(name) }, errors)
    }
  }
  if (s.additionalProperties !== undefined) addAdditionalErrors(s, { level, path }, errors)
  if (s.intOrString) appendAll(errors, extensionErrors(s, path))
  if (hasValidations(s.schema)) {
    const skip = { anyOf: isIntOrStringAnyOf(s.schema), firstAllOfAnyOf: isIntOrStringAllOf(s.schema) }
    appendAll(errors, validationErrors(s.schema, { level, path, skip }))
  }
  if (level === 'root' || s.embeddedResource || s.type === '') appendAll(errors, typeErrors(s, level, path))
  if (level === 'root' || s.embeddedResource) appendAll(errors, metaErrors(s, level, path))
  if (s.embeddedResource && !s.preserveUnknownFields && s.properties.size === 0) {
    errors.push(required(path.child('properties'), emptyEmbedded))
  }
}

function hasValidations({ anyOf, allOf, oneOf, not, pattern }: JSONSchemaProps): boolean {
  return anyOf !== undefined || allOf !== undefined || oneOf !== undefined || not !== undefined || pattern !== undefined
}

const emptyEmbedded =
  'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields'

function addAdditionalErrors(s: Structural, { level, path }: Place, errors: FieldError[]): void {
  const place = path.child('additionalProperties')
  if (level === 'root') errors.push(forbidden(place, 'must not be used at the root'))
  if (s.embeddedResource) errors.push(forbidden(place, 'must not be used if x-kubernetes-embedded-resource is set'))
  const { schema } = s.additionalProperties ?? {}
  if (schema !== undefined && !schema.isPlain) addInvariantErrors(schema, { level: 'field', path: place }, errors)
}

function extensionErrors(s: Structural, path: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  if (!s.intOrString) return errors
  for (const [set, name] of [
    [s.preserveUnknownFields, 'x-kubernetes-preserve-unknown-fields'],
    [s.embeddedResource, 'x-kubernetes-embedded-resource'],
  ] as const) {
    if (set) errors.push(invalid(path.child(name), true, 'must be false if x-kubernetes-int-or-string is true'))
  }
  return errors
}

const typeMissing = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
}

function typeErrors(s: Structural, level: Level, path: FieldPath): FieldError[] {
  const place = path.child('type')
  const errors: FieldError[] = []
  if (s.embeddedResource && s.type !== 'object') {
    const detail = 'must be object if x-kubernetes-embedded-resource is true'
    errors.push(s.type === '' ? required(place, detail) : invalid(place, s.type, detail))
  } else if (s.type === '' && !s.intOrString && !s.preserveUnknownFields) {
    errors.push(required(place, typeMissing[level]))
  }
  if (level === 'root' && s.type !== '' && s.type !== 'object') {
    errors.push(invalid(place, s.type, 'must be object at the root'))
  }
  return errors
}

/** Metadata may only be constrained at the root, and only its names. */
function metaErrors(s: Structural, level: Level, path: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  const checked = level === 'root' || s.embeddedResource
  for (const name of checked ? ['kind', 'apiVersion'] : []) {
    const property = s.properties.get(name)
    if (property !== undefined && property.type !== 'string') {
      errors.push(invalid(path.child('properties').key(name).child('type'), property.type, 'must be string'))
    }
  }
  const metadata = s.properties.get('metadata')
  if (metadata === undefined) return errors
  const place = path.child('properties').key('metadata')
  if (checked && metadata.type !== 'object') {
    errors.push(invalid(place.child('type'), metadata.type, 'must be object'))
  }
  if (level === 'root' && !restrictsNamesOnly(metadata.schema)) errors.push(forbidden(place, notOnlyNames))
  return errors
}

const notOnlyNames = 'must not specify anything other than name and generateName, but metadata is implicitly specified'

function restrictsNamesOnly(metadata: JSONSchemaProps): boolean {
  const names = Object.keys(metadata.properties ?? {})
  if (!names.every((name) => name === 'name' || name === 'generateName')) return false
  if (metadata.additionalProperties !== undefined) return false
  return Object.entries(metadata).every(
    ([keyword, value]) => keyword === 'type' || keyword === 'properties' || keyword === 'default' || isZero(value),
  )
}

function isZero(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return true
  return Array.isArray(value) && value.length === 0
}

/** Reports whether `anyOf` is exactly integer or string: the only place where nested schemas may have types. */
function isIntOrStringAnyOf(schema: JSONSchemaProps | undefined): boolean {
  const { anyOf } = schema ?? {}
  return anyOf?.length === 2 && isOnlyType(anyOf[0], 'integer') && isOnlyType(anyOf[1], 'string')
}

/** Reports whether the first schema of `allOf` is {@link isIntOrStringAnyOf}. */
function isIntOrStringAllOf(schema: JSONSchemaProps): boolean {
  return isIntOrStringAnyOf(schema.allOf?.[0])
}

function isOnlyType(schema: JSONSchemaProps | undefined, type: string): boolean {
  if (schema?.type !== type) return false
  return Object.entries(schema).every(([keyword, value]) => keyword === 'type' || value === undefined)
}
