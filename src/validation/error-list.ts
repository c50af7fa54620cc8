import { type Aggregate, filterOut, isAggregate, type Matcher, newAggregate } from '../errors/aggregate.js'
import type { StatusCause } from '../errors/status.js'
import { compareStrings } from '../internal/compare-strings.js'
import type { ErrorType } from './error-type.js'
import { type FieldError, isFieldError } from './field-error.js'

/** Errors of validation: one per problem, in the order of the checks; empty if the object is valid. */
export type ErrorList = readonly FieldError[]

/** The errors with their origin named. */
export function withOrigin(errors: ErrorList, origin: string): FieldError[] {
  return errors.map((error) => error.with({ origin }))
}

/** The errors with a prefix before their details. */
export function prefixDetail(errors: ErrorList, prefix: string): FieldError[] {
  return errors.map((error) => error.with({ detail: prefix + error.detail }))
}

/** The errors, marked as found by declarative rules too. */
export function markCoveredByDeclarative(errors: ErrorList): FieldError[] {
  return errors.map((error) => error.with({ coveredByDeclarative: true }))
}

/** The errors, marked as found by hand-written code. */
export function markFromImperative(errors: ErrorList): FieldError[] {
  return errors.map((error) => error.with({ fromImperative: true }))
}

/** The errors without those whose message occurred before. */
export function dedupe(errors: ErrorList): FieldError[] {
  const seen = new Set<string>()
  return errors.filter((error) => {
    if (seen.has(error.message)) return false
    seen.add(error.message)
    return true
  })
}

/** The errors by field, type and message, for stable output. */
export function sortErrors(errors: ErrorList): FieldError[] {
  return errors.toSorted(
    (a, b) =>
      compareStrings(a.field, b.field) || compareStrings(a.type, b.type) || compareStrings(a.message, b.message),
  )
}

/** One error for the whole list, each message once; `undefined` when the list is empty. */
export function toAggregate(errors: ErrorList): Aggregate | undefined {
  return newAggregate(dedupe(errors))
}

/** The errors that no matcher matches, each message once. */
export function filterErrors(errors: ErrorList, ...matchers: readonly Matcher[]): FieldError[] {
  const left = filterOut(toAggregate(errors), ...matchers)
  if (left === undefined) return []
  return (isAggregate(left) ? left.errors : [left]).filter((error) => isFieldError(error))
}

/** Matches field errors of one type, for {@link filterErrors}. */
export function errorTypeMatcher(type: ErrorType): Matcher {
  return (error) => isFieldError(error, type)
}

/** The causes of a `Status`: one for each error. */
export function toStatusCauses(errors: ErrorList): StatusCause[] {
  return errors.map((error) => ({ reason: error.type, message: error.errorBody(), field: error.field }))
}

/** The errors as a minor release of Kubernetes has them. */
export function errorsInRelease(errors: readonly FieldError[], minor: number): readonly FieldError[] {
  if (errors.every(({ earlier, until }) => earlier === undefined && until === undefined)) return errors
  return errors.flatMap((error) => error.inRelease(minor))
}
