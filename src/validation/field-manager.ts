import { appendAll } from '../internal/append-all.js'
import { utf8Length } from '../internal/utf8-length.js'
import { isNameCharacters } from './ascii-names.js'
import { type FieldError, invalid, notSupported, required, tooLong } from './field-error.js'
import type { FieldPath } from './field-path.js'
import type { ManagedFieldsEntryFields } from './object-meta-types.js'

/** Most bytes of the name of a field manager. */
export const fieldManagerMaxLength = 128
/** Most bytes of the name of a subresource. */
export const maxSubresourceNameLength = 256

/** Characters that Go prints unchanged: letters, marks, numbers, punctuation, symbols and the ASCII space. */
const notPrintable = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u

/** Checks the name of a field manager: its length, and that it can be printed. */
export function validateFieldManager(manager: string, path: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  if (utf8Length(manager) > fieldManagerMaxLength) errors.push(tooLong(path, fieldManagerMaxLength))
  if (isNameCharacters(manager) || !notPrintable.test(manager)) return errors
  let position = 0
  for (const character of manager) {
    if (notPrintable.test(character) && !isLoneSurrogate(character)) {
      const detail = `invalid character ${codePointName(character)} (at position ${position})`
      errors.push(invalid(path, manager, detail))
    }
    position += utf8Length(character)
  }
  return errors
}

/** Go would have read it as U+FFFD, which can be printed. */
function isLoneSurrogate(character: string): boolean {
  return character.length === 1 && character >= '\ud800' && character <= '\udfff'
}

function codePointName(character: string): string {
  const digits = (character.codePointAt(0) ?? 0).toString(16).toUpperCase()
  return `U+${digits.padStart(4, '0')}`
}

/** Checks the entries of `metadata.managedFields`. */
export function validateManagedFields(
  entries: readonly ManagedFieldsEntryFields[] | null | undefined,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = []
  if (entries === undefined || entries === null) return errors
  for (let i = 0; i < entries.length; i++) validateEntry(entries[i], path.index(i), errors)
  return errors
}

/** Null, also in the place of an entry, is the empty value in Go. */
function validateEntry(
  entry: ManagedFieldsEntryFields | null | undefined,
  path: FieldPath,
  errors: FieldError[],
): void {
  const operation = entry?.operation ?? ''
  const fieldsType = entry?.fieldsType ?? ''
  if (operation !== 'Apply' && operation !== 'Update') errors.push(operationError(operation, path.child('operation')))
  if (fieldsType !== '' && fieldsType !== 'FieldsV1') {
    errors.push(invalid(path.child('fieldsType'), fieldsType, 'must be `FieldsV1`'))
  }
  appendAll(errors, validateFieldManager(entry?.manager ?? '', path.child('manager')))
  if (utf8Length(entry?.subresource ?? '') > maxSubresourceNameLength) {
    errors.push(tooLong(path.child('subresource'), maxSubresourceNameLength))
  }
}

function operationError(operation: string, path: FieldPath): FieldError {
  const error =
    operation === ''
      ? required(path, 'must not be empty')
      : notSupported(path, operation, ['Apply', 'Update']).withJSONText()
  const earlier = invalid(path, operation, 'must be `Apply` or `Update`').withJSONText()
  return error.markCoveredByDeclarative().since(37, earlier)
}
