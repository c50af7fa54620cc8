import type { FieldError } from '../../../src/validation/field-error.js'

/** The messages of errors: path and body. */
export function messagesOf(errors: readonly FieldError[]): string[] {
  return errors.map(({ message }) => message)
}
