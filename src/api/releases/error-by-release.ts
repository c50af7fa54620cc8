import type { FieldError } from '../../validation/field-error.js'
import { releases } from './release.js'

/**
 * An error whose text depends on what a release has, such as the fields of a struct that it shows. It is made anew for a release that
 * asks for it.
 */
export function errorByRelease(make: (minor: number) => FieldError): FieldError {
  const minors = releases.map(({ minor }) => minor)
  const upTo = (i: number): FieldError => {
    const minor = minors[i]!
    const made = make(minor)
    return i === 0 ? made : made.with({ earlier: { before: minor, errors: () => [upTo(i - 1)] } })
  }
  return upTo(minors.length - 1)
}
