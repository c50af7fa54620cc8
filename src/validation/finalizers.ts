import { compareStrings } from '../internal/compare-strings.js'
import { quote } from '../internal/quote.js'
import { type FieldError, forbidden, invalid } from './field-error.js'
import type { FieldPath } from './field-path.js'
import { isQualifiedName } from './qualified-name.js'

/** Keeps dependents when the object is deleted. */
export const finalizerOrphanDependents = 'orphan'
/** Removes dependents before the object. */
export const finalizerDeleteDependents = 'foregroundDeletion'

type Finalizers = readonly string[] | null | undefined

/** Null among the names is the empty one in Go. */
function namesOf(finalizers: Finalizers): string[] {
  return (finalizers ?? []).map((name) => name ?? '')
}

/** Checks the name of a finalizer. */
export function validateFinalizerName(name: string, path: FieldPath): FieldError[] {
  return isQualifiedName(name).map((problem) => invalid(path, name, problem))
}

/** Checks the names of finalizers, and that they do not contradict each other. */
export function validateFinalizers(finalizers: Finalizers, path: FieldPath): FieldError[] {
  if (finalizers === undefined || finalizers === null) return []
  const names = namesOf(finalizers)
  const errors = names.flatMap((name) => validateFinalizerName(name, path))
  if (names.includes(finalizerOrphanDependents) && names.includes(finalizerDeleteDependents)) {
    const detail = `finalizer ${finalizerOrphanDependents} and ${finalizerDeleteDependents} cannot be both set`
    errors.push(invalid(path, names, detail))
  }
  return errors
}

/** Checks that an object which is being deleted gets no further finalizers. */
export function validateNoNewFinalizers(now: Finalizers, before: Finalizers, path: FieldPath): FieldError[] {
  const old = new Set(namesOf(before))
  const added = [...new Set(namesOf(now))].filter((name) => !old.has(name)).sort(compareStrings)
  if (added.length === 0) return []
  const list = `[]string{${added.map(quote).join(', ')}}`
  return [
    forbidden(path, `no new finalizers can be added if the object is being deleted, found new finalizers ${list}`),
  ]
}
