import {
  hasStatusCause,
  isBadRequest,
  isForbidden,
  isInvalid,
  isMethodNotSupported,
  isNotAcceptable,
  isRequestEntityTooLargeError,
  isUnauthorized,
  isUnsupportedMediaType,
  statusOf,
} from 'apimachinery/errors'

const refusals = [
  isBadRequest,
  isInvalid,
  isMethodNotSupported,
  isNotAcceptable,
  isRequestEntityTooLargeError,
  isUnauthorized,
  isUnsupportedMediaType,
]
const mistakes = [ReferenceError, RangeError, SyntaxError, TypeError]

/**
 * Reports whether the next attempt will very likely fail in the same way: what the server refuses because of the request or of the
 * rights of its user, and mistakes of the program such as a `TypeError`. Not so: what is missing or in conflict, quotas and ending
 * namespaces, failures of connections.
 */
export function isPermanentError(error: unknown): boolean {
  if (refusals.some((is) => is(error))) return true
  if (isForbidden(error)) return !mayBecomeAllowed(error)
  // A failed `fetch` is a TypeError with a cause.
  return error instanceof Error && error.cause === undefined && mistakes.some((type) => error instanceof type)
}

function mayBecomeAllowed(error: unknown): boolean {
  return hasStatusCause(error, 'NamespaceTerminating') || /exceeded quota/.test(statusOf(error)?.message ?? '')
}
