import { appendAll } from '../../internal/append-all.js'
import { type FieldError, required } from '../../validation/field-error.js'
import type { FieldPath } from '../../validation/field-path.js'
import type { JSONSchemaProps } from '../json-schema-props.js'
import type { Structural } from './structural.js'

/** A nested validation, and its structure. */
interface Pair {
  readonly validation: JSONSchemaProps
  readonly validationPath: FieldPath
  readonly structure: Structural | undefined
  readonly structurePath: FieldPath
}

/** Every field of a nested validation must be declared outside of it. */
export function completenessErrors(structure: Structural, path: FieldPath): FieldError[] {
  return logicalErrors({ validation: structure.schema, validationPath: path, structure, structurePath: path })
}

function logicalErrors(pair: Pair): FieldError[] {
  const { validation, validationPath } = pair
  const errors: FieldError[] = []
  const visit = (nested: JSONSchemaProps, path: FieldPath) => {
    appendAll(errors, nestedErrors({ ...pair, validation: nested, validationPath: path }))
  }
  if (validation.not !== undefined) visit(validation.not, validationPath.child('not'))
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
    for (const [i, each] of (validation[keyword] ?? []).entries()) visit(each, validationPath.child(keyword).index(i))
  }
  return errors
}

function nestedErrors(pair: Pair): FieldError[] {
  const { validation, validationPath, structure, structurePath } = pair
  if (structure === undefined) return [required(structurePath, `because it is defined in ${validationPath}`)]
  const errors = logicalErrors(pair)
  const visit = (each: JSONSchemaProps, outside: Structural | undefined, below: (path: FieldPath) => FieldPath) => {
    const [validationBelow, structureBelow] = [below(validationPath), below(structurePath)]
    appendAll(
      errors,
      nestedErrors({
        validation: each,
        validationPath: validationBelow,
        structure: outside,
        structurePath: structureBelow,
      }),
    )
  }
  if (validation.items !== undefined) {
    visit(validation.items as JSONSchemaProps, structure.items, (path) => path.child('items'))
  }
  for (const [name, property] of Object.entries(validation.properties ?? {})) {
    visit(property, structure.properties.get(name), (path) => path.child('properties').key(name))
  }
  return errors
}
