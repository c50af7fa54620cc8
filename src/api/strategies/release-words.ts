import { ErrorType } from '../../validation/error-type.js'
import type { FieldError } from '../../validation/field-error.js'
import type { Release } from '../releases/release.js'

/** The first release whose owner references have indexes in paths, and whose empty members are required. */
const indexedOwners = 37

const owner = /^metadata\.ownerReferences\[\d+\](?:\.(\w+))?$/

/** The errors in the wording of a release. */
export function inWordsOfRelease(errors: readonly FieldError[], { minor }: Release): readonly FieldError[] {
  if (minor >= indexedOwners) return errors
  return errors.map((error) => {
    const [found, member] = owner.exec(error.field) ?? []
    if (found === undefined) return error
    const field = member === undefined ? 'metadata.ownerReferences' : `metadata.ownerReferences.${member}`
    const detail = member === 'apiVersion' ? 'version must not be empty' : error.detail
    return error.with({ type: ErrorType.Invalid, field, detail })
  })
}
