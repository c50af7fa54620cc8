import { utf8Length } from '../../internal/utf8-length.js'
import { type FieldError, invalid, required, tooLong } from '../../validation/field-error.js'
import type { FieldPath } from '../../validation/field-path.js'
import { validateQualifiedName } from '../validation/field-rules.js'
import { textEntriesOf } from '../validation/go-values.js'

const maxParameterSize = 256 * 1024
const maxParameters = 512

/** Checks the provisioner of a class: a qualified name in any case. */
export function validateProvisioner(provisioner: string | null | undefined, path: FieldPath): FieldError[] {
  if (!provisioner) return [required(path, '').markCoveredByDeclarative()]
  return validateQualifiedName(provisioner.toLowerCase(), path)
}

/** Checks the parameters of a class: how many there are, and what they take together. */
export function validateParameters(
  parameters: Readonly<Record<string, string>> | null | undefined,
  allowEmpty: boolean,
  path: FieldPath,
): FieldError[] {
  const entries = textEntriesOf(parameters)
  if (entries.length > maxParameters) return [tooLong(path, maxParameters)]
  const errors: FieldError[] = []
  if (entries.some(([key]) => key === '')) errors.push(invalid(path, '', 'field can not be empty.'))
  if (sizeOfEntries(entries) > maxParameterSize) errors.push(tooLong(path, maxParameterSize))
  if (!allowEmpty && entries.length === 0) errors.push(required(path, 'must contain at least one key/value pair'))
  return errors
}

/** Bytes that keys and values take. */
export function sizeOfEntries(entries: readonly (readonly [string, string])[]): number {
  return entries.reduce((size, [key, value]) => size + utf8Length(key) + utf8Length(value), 0)
}
