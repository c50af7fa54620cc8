import { CauseType, type StatusCause, StatusReason } from './status.js'
import { statusOf } from './status-error.js'

/** The reason of a status error, which may also be the cause of `error`; empty if there is none. */
export function reasonForError(error: unknown): StatusReason {
  return statusOf(error)?.reason ?? StatusReason.Unknown
}

/** The reason, as in {@link reasonForError}, and the HTTP status code; 0 if there is none. */
export function reasonAndCodeForError(error: unknown): { readonly reason: StatusReason; readonly code: number } {
  const status = statusOf(error)
  return { reason: status?.reason ?? StatusReason.Unknown, code: status?.code ?? 0 }
}

/** The object does not exist. Like all predicates here, this one also tests the causes of `error`. */
export function isNotFound(error: unknown): boolean {
  return is(error, StatusReason.NotFound, 404)
}

/** An object of this name exists already. */
export function isAlreadyExists(error: unknown): boolean {
  return reasonForError(error) === StatusReason.AlreadyExists
}

/** The update conflicts with another one. */
export function isConflict(error: unknown): boolean {
  return is(error, StatusReason.Conflict, 409)
}

/** The object breaks the rules of its kind. */
export function isInvalid(error: unknown): boolean {
  return is(error, StatusReason.Invalid, 422)
}

/** The object is permanently deleted. */
export function isGone(error: unknown): boolean {
  return is(error, StatusReason.Gone, 410)
}

/** The requested content is too old; list again. */
export function isResourceExpired(error: unknown): boolean {
  return reasonForError(error) === StatusReason.Expired
}

/** The server has none of the accepted media types. */
export function isNotAcceptable(error: unknown): boolean {
  return is(error, StatusReason.NotAcceptable, 406)
}

/** The server cannot read the media type of the request. */
export function isUnsupportedMediaType(error: unknown): boolean {
  return is(error, StatusReason.UnsupportedMediaType, 415)
}

/** The server does not do this to this resource. */
export function isMethodNotSupported(error: unknown): boolean {
  return is(error, StatusReason.MethodNotAllowed, 405)
}

/** The service is not available. */
export function isServiceUnavailable(error: unknown): boolean {
  return is(error, StatusReason.ServiceUnavailable, 503)
}

/** The request is wrong in itself. */
export function isBadRequest(error: unknown): boolean {
  return is(error, StatusReason.BadRequest, 400)
}

/** The request has no valid credentials. */
export function isUnauthorized(error: unknown): boolean {
  return is(error, StatusReason.Unauthorized, 401)
}

/** The caller may not do this. */
export function isForbidden(error: unknown): boolean {
  return is(error, StatusReason.Forbidden, 403)
}

/** The request took too long. */
export function isTimeout(error: unknown): boolean {
  return is(error, StatusReason.Timeout, 504)
}

/** The client should try again. No HTTP status code means this, so only the reason counts. */
export function isServerTimeout(error: unknown): boolean {
  return reasonForError(error) === StatusReason.ServerTimeout
}

/** Something broke inside the server. */
export function isInternalError(error: unknown): boolean {
  return is(error, StatusReason.InternalError, 500)
}

/** The server has more requests than it can handle. The code 429 suffices, with any reason. */
export function isTooManyRequests(error: unknown): boolean {
  const { reason, code } = reasonAndCodeForError(error)
  return reason === StatusReason.TooManyRequests || code === 429
}

/** The body of the request is too large. The code 413 suffices, with any reason. */
export function isRequestEntityTooLargeError(error: unknown): boolean {
  const { reason, code } = reasonAndCodeForError(error)
  return reason === StatusReason.RequestEntityTooLarge || code === 413
}

/** The response was not in the form of the API and may come from an intermediary. */
export function isUnexpectedServerError(error: unknown): boolean {
  return hasStatusCause(error, CauseType.UnexpectedServerResponse)
}

/** The data could not be read back from the storage. */
export function isStoreReadError(error: unknown): boolean {
  return reasonForError(error) === StatusReason.StoreReadError
}

/** Reports whether the status names a cause of this type. */
export function hasStatusCause(error: unknown, type: CauseType): boolean {
  return statusCause(error, type) !== undefined
}

/** The first cause of this type that the status names. */
export function statusCause(error: unknown, type: CauseType): StatusCause | undefined {
  return statusOf(error)?.details?.causes?.find((cause) => (cause.reason ?? '') === type)
}

/**
 * The seconds that a client should wait before it tries again; `undefined` if the server gave none. It does not mean that
 * trying again makes sense.
 */
export function suggestsClientDelay(error: unknown): number | undefined {
  const status = statusOf(error)
  if (status?.details === undefined || status.details === null) return undefined
  const seconds = status.details.retryAfterSeconds ?? 0
  return seconds > 0 || status.reason === StatusReason.ServerTimeout ? seconds : undefined
}

function is(error: unknown, reason: StatusReason, code: number): boolean {
  const actual = reasonAndCodeForError(error)
  return actual.reason === reason || (actual.code === code && !isKnownReason(actual.reason))
}

/** Where the reason is another or none, the HTTP status code decides. */
function isKnownReason(reason: StatusReason): boolean {
  return reason !== StatusReason.Unknown && Object.values<string>(StatusReason).includes(reason)
}
