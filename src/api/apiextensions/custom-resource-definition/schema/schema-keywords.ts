import type { JSONSchemaProps } from '../../../../openapi/json-schema-props.js'
import { type FieldError, forbidden, notSupported } from '../../../../validation/field-error.js'
import type { FieldPath } from '../../../../validation/field-path.js'
import { isSet } from '../../../validation/go-values.js'

/** The types that values of a schema can have. */
export const schemaTypes: readonly string[] = ['array', 'boolean', 'integer', 'number', 'object', 'string']

const unsupported = ['id', 'additionalItems', 'patternProperties', 'definitions', 'dependencies', '$ref'] as const

function isGiven(schema: JSONSchemaProps, name: (typeof unsupported)[number]): boolean {
  const value = schema[name]
  if (!isSet(value)) return false
  if (name === 'patternProperties' || name === 'definitions') return Object.keys(value).length > 0
  return name !== 'id' || value !== ''
}

/** What is not allowed at a place of a schema because of its ancestors. */
export interface SchemaPlace {
  /** Why there must be no default; undefined where there may be one. */
  readonly noDefault: string | undefined
  readonly insideMeta: boolean
  /** Types that there are not are let pass. */
  readonly anyType: boolean
  /** The list or map around, whose parts have no counterpart in an old object. */
  readonly uncorrelatable: FieldPath | undefined
}

/** Checks one schema for keywords that schemas of custom resources must not have. */
export function keywordErrors(schema: JSONSchemaProps, path: FieldPath, around: SchemaPlace): FieldError[] {
  const errors: FieldError[] = []
  const type = schema.type ?? ''
  const { items } = schema
  if (type && !around.anyType && !schemaTypes.includes(type)) {
    errors.push(notSupported(path.child('type'), type, schemaTypes))
  }
  if (isSet(schema.default) && around.noDefault !== undefined) {
    errors.push(forbidden(path.child('default'), `must not be set ${around.noDefault}`))
  }
  for (const name of unsupported) {
    if (isGiven(schema, name)) errors.push(forbidden(path.child(name), `${name} is not supported`))
  }
  if (type === 'null') {
    errors.push(forbidden(path.child('type'), 'type cannot be set to null, use nullable as an alternative'))
  }
  if (Array.isArray(items) && items.length > 0) {
    errors.push(forbidden(path.child('items'), 'items must be a schema object and not an array'))
  }
  if (around.insideMeta && schema['x-kubernetes-embedded-resource']) {
    errors.push(forbidden(path.child('x-kubernetes-embedded-resource'), 'must not be used inside of resource meta'))
  }
  return errors
}
