import { isMachineryError } from '../../../errors/machinery-error.js'
import { findField } from '../../../openapi/cel/rule-field-path.js'
import type { JSONSchemaProps } from '../../../openapi/json-schema-props.js'
import { newStructural } from '../../../openapi/structural/new-structural.js'
import type { Structural } from '../../../openapi/structural/structural.js'
import { duplicate, type FieldError, invalid, required, tooMany } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import type { SelectableField } from '../v1/types.gen.js'

const maxFields = 8
const scalars = ['string', 'boolean', 'integer']

/** How the selectable fields of a version are checked. */
export interface SelectableFieldOptions {
  readonly schema: unknown
  /** The message if there is no schema. */
  readonly withoutSchema: string
  /** There were too many before, and they have not changed. */
  readonly allowTooMany: boolean
}

/** Checks the fields by which objects can be selected. */
export function validateSelectableFields(
  fields: readonly SelectableField[] | null | undefined,
  path: FieldPath,
  { schema, withoutSchema, allowTooMany }: SelectableFieldOptions,
): FieldError[] {
  const given = structsOf(fields)
  const at = path.child('selectableFields')
  if (given.length === 0) return []
  if (!isSet(schema)) return [invalid(at, '', withoutSchema)]
  const structural = structureOf(schema as JSONSchemaProps)
  if (typeof structural === 'string') return [invalid(path.child('schema.openAPIV3Schema'), '', structural)]
  const known = new Set<string>()
  const errors = given.flatMap((given, i) => {
    const jsonPath = given.jsonPath ?? ''
    return fieldErrors(jsonPath, at.index(i).child('jsonPath'), { schema: structural, known })
  })
  if (known.size > maxFields && !allowTooMany) errors.push(tooMany(at, known.size, maxFields))
  return errors
}

function structureOf(schema: JSONSchemaProps): Structural | string {
  try {
    return newStructural(schema)
  } catch (error) {
    if (isMachineryError(error)) return error.message
    throw error
  }
}

function fieldErrors(
  jsonPath: string,
  path: FieldPath,
  { schema, known }: { readonly schema: Structural; readonly known: Set<string> },
): FieldError[] {
  if (jsonPath === '') return [required(path, '')]
  const found = findField(jsonPath, schema, false)
  if (found.error !== undefined) return [invalid(path, jsonPath, `is an invalid path: ${found.error}`)]
  const errors: FieldError[] = []
  const name = found.path.toString()
  if (/^metadata(?:[.[]|$)/.test(name)) errors.push(invalid(path, jsonPath, 'must not point to fields in metadata'))
  if (!scalars.includes(found.schema.type)) {
    const detail =
      'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.'
    errors.push(invalid(path, jsonPath, detail))
  }
  if (known.has(name)) errors.push(duplicate(path, jsonPath))
  known.add(name)
  return errors
}
