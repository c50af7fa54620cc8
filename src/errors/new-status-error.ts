import { mostErrors } from '../internal/most-errors.js'
import { quote } from '../internal/quote.js'
import { messageOf } from './message-of.js'
import { type StatusCause, StatusReason } from './status.js'
import type { StatusError } from './status-error.js'
import {
  aboutResource,
  dotted,
  failure,
  isEmptyResource,
  type QualifiedKind,
  type QualifiedResource,
  qualified,
  statusCause,
  statusDetails,
} from './status-parts.js'

/** A validation error as {@link newInvalid} needs it; `FieldError` of `validation` is one. */
export interface InvalidField {
  /** Becomes the `reason` of the cause, for example `FieldValueInvalid`. */
  readonly type: string
  /** Path of the field. */
  readonly field: string
  /** The message without the path. */
  errorBody(): string
}

/** The requested object does not exist (404). */
export function newNotFound(resource: QualifiedResource, name: string): StatusError {
  const message = `${qualified(resource)} ${quote(name)} not found`
  return failure(StatusReason.NotFound, message, { details: aboutResource(resource, { name }) })
}

/** An object of this name exists already (409). */
export function newAlreadyExists(resource: QualifiedResource, name: string): StatusError {
  const message = `${qualified(resource)} ${quote(name)} already exists`
  return failure(StatusReason.AlreadyExists, message, { details: aboutResource(resource, { name }) })
}

/** The server found no free name for `generateName` (409, reason AlreadyExists). */
export function newGenerateNameConflict(
  resource: QualifiedResource,
  name: string,
  retryAfterSeconds: number,
): StatusError {
  const message = `${qualified(resource)} ${quote(name)} already exists, the server was not able to generate a unique name for the object`
  return failure(StatusReason.AlreadyExists, message, { details: aboutResource(resource, { name, retryAfterSeconds }) })
}

/** The caller is not known (401); an empty `message` gets a general one. */
export function newUnauthorized(message: string): StatusError {
  return failure(StatusReason.Unauthorized, message === '' ? 'not authorized' : message)
}

/** The caller may not do this (403). */
export function newForbidden(resource: QualifiedResource, name: string, error: unknown): StatusError {
  const what = isEmptyResource(resource)
    ? ''
    : name === ''
      ? qualified(resource)
      : `${qualified(resource)} ${quote(name)}`
  const message = `${what === '' ? 'forbidden' : `${what} is forbidden`}: ${messageOf(error)}`
  return failure(StatusReason.Forbidden, message, { details: aboutResource(resource, { name }), cause: error })
}

/** The object was changed by another client, or cannot be changed this way (409). */
export function newConflict(resource: QualifiedResource, name: string, error: unknown): StatusError {
  const message = `Operation cannot be fulfilled on ${qualified(resource)} ${quote(name)}: ${messageOf(error)}`
  return failure(StatusReason.Conflict, message, { details: aboutResource(resource, { name }), cause: error })
}

/** Applying would take fields from other managers (409, reason Conflict). */
export function newApplyConflict(causes: readonly StatusCause[], message: string): StatusError {
  return failure(StatusReason.Conflict, message, { details: statusDetails({ causes: causes.map(tidy) }) })
}

/**
 * The object is no longer available, and no new location is known (410).
 *
 * @deprecated Go advises {@link newResourceExpired}.
 */
export function newGone(message: string): StatusError {
  return failure(StatusReason.Gone, message)
}

/** The requested content is too old, usually its resource version (410, reason Expired). */
export function newResourceExpired(message: string): StatusError {
  return failure(StatusReason.Expired, message)
}

/** Limit for the errors of an `Invalid` status; further ones are omitted: a small object can have errors of a hundred megabytes. */
const mostCharactersOfErrors = 1_048_576

/** The object breaks the rules of its kind (422); each field error becomes a cause. */
export function newInvalid(kind: QualifiedKind, name: string, errors: readonly InvalidField[]): StatusError {
  const found = written(errors)
  const causes = found.map(({ error, body }) => statusCause(error.type, body, error.field))
  const messages = [...new Set(found.map(({ error, body }) => `${error.field}: ${body}`))]
  const because = messages.length > 1 ? `: [${messages.join(', ')}]` : messages.length === 1 ? `: ${messages[0]}` : ''
  const message = `${dotted(kind.kind, kind.group)} ${quote(name)} is invalid${because}`
  return failure(StatusReason.Invalid, message, {
    details: statusDetails({ name, group: kind.group, kind: kind.kind, causes }),
  })
}

interface WrittenError {
  readonly error: InvalidField
  readonly body: string
}

/** The errors with their texts, and no more than can be answered: some rules show a whole list for every item in it. */
function written(errors: readonly InvalidField[]): readonly WrittenError[] {
  const found: WrittenError[] = []
  let characters = 0
  for (const error of errors) {
    const body = error.errorBody()
    characters += body.length
    if ((characters > mostCharactersOfErrors && found.length > 0) || found.length === mostErrors) break
    found.push({ error, body })
  }
  return found
}

/** The request cannot be understood (400). */
export function newBadRequest(message: string): StatusError {
  return failure(StatusReason.BadRequest, message)
}

/** The endpoint takes no requests now; try again later (429). See also {@link newTooManyRequestsError}. */
export function newTooManyRequests(message: string, retryAfterSeconds: number): StatusError {
  return failure(StatusReason.TooManyRequests, message, { details: statusDetails({ retryAfterSeconds }) })
}

/** The service is not available (503). */
export function newServiceUnavailable(message: string): StatusError {
  return failure(StatusReason.ServiceUnavailable, message)
}

/** This action cannot be done on this resource (405). */
export function newMethodNotSupported(resource: QualifiedResource, action: string): StatusError {
  const message = `${action} is not supported on resources of kind ${quote(qualified(resource))}`
  return failure(StatusReason.MethodNotAllowed, message, { details: aboutResource(resource, {}) })
}

/** The operation could not be done now for a passing reason; the client should try again (500). */
export function newServerTimeout(
  resource: QualifiedResource,
  operation: string,
  retryAfterSeconds: number,
): StatusError {
  const message = `The ${operation} operation against ${qualified(resource)} could not be completed at this time, please try again.`
  return failure(StatusReason.ServerTimeout, message, {
    details: aboutResource(resource, { name: operation, retryAfterSeconds }),
  })
}

/** As {@link newServerTimeout}, for callers that have only the kind. */
export function newServerTimeoutForKind(
  kind: QualifiedKind,
  operation: string,
  retryAfterSeconds: number,
): StatusError {
  return newServerTimeout({ group: kind.group, resource: kind.kind }, operation, retryAfterSeconds)
}

/** Something broke inside the server (500). */
export function newInternalError(error: unknown): StatusError {
  const message = messageOf(error)
  const causes = [statusCause('', message, '')]
  return failure(StatusReason.InternalError, `Internal error occurred: ${message}`, {
    details: statusDetails({ causes }),
    cause: error,
  })
}

/** The request took too long; it may still be carried out (504). */
export function newTimeoutError(message: string, retryAfterSeconds: number): StatusError {
  return failure(StatusReason.Timeout, `Timeout: ${message}`, { details: statusDetails({ retryAfterSeconds }) })
}

/** The server has more requests than it can handle (429), without a hint when to come back. */
export function newTooManyRequestsError(message: string): StatusError {
  return failure(StatusReason.TooManyRequests, `Too many requests: ${message}`)
}

/** The body of the request is larger than the server takes (413). */
export function newRequestEntityTooLargeError(message: string): StatusError {
  return failure(StatusReason.RequestEntityTooLarge, `Request entity too large: ${message}`)
}

/** Drops what is empty, as the JSON does. */
function tidy(cause: StatusCause): StatusCause {
  return statusCause(cause.reason ?? '', cause.message ?? '', cause.field ?? '')
}
