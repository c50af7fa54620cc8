import { type FieldError, forbidden, invalid } from '../../validation/field-error.js'
import type { FieldPath } from '../../validation/field-path.js'
import type { JSONSchemaProps } from '../json-schema-props.js'
import { compilePattern } from '../regular-expression.js'

/** The position of a schema in another. */
export type Level = 'root' | 'item' | 'field'

/** The position of a schema, and which of its parts may have types. */
export interface NestedPlace {
  readonly level: Level
  readonly path: FieldPath
  readonly skip?: { readonly anyOf: boolean; readonly firstAllOfAnyOf: boolean }
}

/** Checks the logical keywords and the pattern of a schema. */
export function validationErrors(schema: JSONSchemaProps, { level, path, skip }: NestedPlace): FieldError[] {
  const errors: FieldError[] = []
  for (const [i, each] of (skip?.anyOf ? [] : (schema.anyOf ?? [])).entries()) {
    errors.push(...nestedErrors(each, { level, path: path.child('anyOf').index(i) }))
  }
  for (const [i, each] of (schema.allOf ?? []).entries()) {
    const anyOf = i === 0 && skip?.firstAllOfAnyOf === true
    const place = { level, path: path.child('allOf').index(i), skip: { anyOf, firstAllOfAnyOf: false } }
    errors.push(...nestedErrors(each, place))
  }
  for (const [i, each] of (schema.oneOf ?? []).entries()) {
    errors.push(...nestedErrors(each, { level, path: path.child('oneOf').index(i) }))
  }
  if (schema.not !== undefined) errors.push(...nestedErrors(schema.not, { level, path: path.child('not') }))
  if (schema.pattern) errors.push(...patternErrors(schema.pattern, path.child('pattern')))
  return errors
}

function patternErrors(pattern: string, path: FieldPath): FieldError[] {
  const compiled = compilePattern(pattern)
  if (!(compiled instanceof Error)) return []
  return [invalid(path, pattern, `must be a valid regular expression, but isn't: ${compiled.message}`)]
}

/** Keywords that are not allowed below a logical keyword. */
const mustBeUnset: readonly (readonly [keyof JSONSchemaProps, string])[] = [
  ['default', 'must be undefined'],
  ['title', 'must be empty'],
  ['description', 'must be empty'],
  ['nullable', 'must be false'],
  ['x-kubernetes-preserve-unknown-fields', 'must be false'],
  ['x-kubernetes-embedded-resource', 'must be false'],
  ['x-kubernetes-int-or-string', 'must be false'],
  ['x-kubernetes-list-map-keys', 'must be empty'],
  ['x-kubernetes-list-type', 'must be undefined'],
  ['x-kubernetes-map-type', 'must be undefined'],
  ['x-kubernetes-validations', 'must be empty'],
]

function nestedErrors(schema: JSONSchemaProps, place: NestedPlace): FieldError[] {
  const { level, path } = place
  const errors = validationErrors(schema, place)
  if (schema.items !== undefined) {
    errors.push(...nestedErrors(schema.items as JSONSchemaProps, { level, path: path.child('items') }))
  }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    errors.push(...nestedErrors(property, { level: 'field', path: path.child('properties').key(name) }))
  }
  if (schema.type) errors.push(forbidden(path.child('type'), 'must be empty to be structural'))
  if (schema.additionalProperties !== undefined && schema.additionalProperties !== false) {
    errors.push(forbidden(path.child('additionalProperties'), 'must be undefined to be structural'))
  }
  for (const [keyword, demand] of mustBeUnset) {
    if (isSet(schema[keyword], keyword)) errors.push(forbidden(path.child(keyword), `${demand} to be structural`))
  }
  if (Object.hasOwn(schema.properties ?? {}, 'metadata')) {
    errors.push(forbidden(path.child('properties').key('metadata'), 'must not be specified in a nested context'))
  }
  return errors
}

function isSet(value: unknown, keyword: string): boolean {
  if (keyword === 'default' || keyword.endsWith('-type')) return value !== undefined && value !== null
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}
