import type { CauseType, Status, StatusCause, StatusDetails, StatusReason } from './status.js'
import { StatusError } from './status-error.js'

/** A resource as the constructors need it; `GroupResource` of `schema` is one. */
export interface QualifiedResource {
  readonly group: string
  readonly resource: string
}

/** A kind as the constructors need it; `GroupKind` of `schema` is one. */
export interface QualifiedKind {
  readonly group: string
  readonly kind: string
}

/** The HTTP status code of each reason. */
const codes: Readonly<Record<string, number>> = {
  BadRequest: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  AlreadyExists: 409,
  Conflict: 409,
  Gone: 410,
  Expired: 410,
  RequestEntityTooLarge: 413,
  Invalid: 422,
  TooManyRequests: 429,
  InternalError: 500,
  ServerTimeout: 500,
  ServiceUnavailable: 503,
  Timeout: 504,
}

/** The parts of a failure besides its reason and message. */
export interface FailureParts {
  /** HTTP status code; default that of the reason. */
  readonly code?: number
  readonly details?: StatusDetails
  readonly cause?: unknown
}

/** Makes the error of a failure; its status leaves out what is empty and is in the order of Go's JSON. */
export function failure(reason: StatusReason, message: string, parts: FailureParts = {}): StatusError {
  const { code = codes[reason] ?? 0, details, cause } = parts
  const status: Status = {
    metadata: {},
    status: 'Failure',
    ...(message !== '' && { message }),
    ...(reason !== '' && { reason }),
    ...(details !== undefined && { details }),
    ...(code !== 0 && { code: toInt32(code) }),
  }
  return new StatusError(status, { cause })
}

/** Input of {@link statusDetails}. */
export interface DetailParts {
  readonly name?: string
  readonly group?: string
  readonly kind?: string
  readonly causes?: readonly StatusCause[]
  readonly retryAfterSeconds?: number
}

/** Details without their empty properties, in the order of Go's JSON. */
export function statusDetails(parts: DetailParts): StatusDetails {
  const { name, group, kind, causes, retryAfterSeconds } = parts
  return {
    ...(name && { name }),
    ...(group && { group }),
    ...(kind && { kind }),
    ...(causes !== undefined && causes.length > 0 && { causes: [...causes] }),
    ...(retryAfterSeconds && { retryAfterSeconds: toInt32(retryAfterSeconds) }),
  }
}

/** Details that name a resource. */
export function aboutResource(resource: QualifiedResource, parts: DetailParts): StatusDetails {
  return statusDetails({ ...parts, group: resource.group, kind: resource.resource })
}

/** A cause without its empty properties, in the order of Go's JSON. */
export function statusCause(reason: CauseType, message: string, field: string): StatusCause {
  return { ...(reason !== '' && { reason }), ...(message !== '' && { message }), ...(field !== '' && { field }) }
}

/** `resource.group`, as `GroupResource` prints itself. */
export function qualified(resource: QualifiedResource): string {
  return dotted(resource.resource, resource.group)
}

/** `name.group`, or `name` for the core group. */
export function dotted(name: string, group: string): string {
  return group === '' ? name : `${name}.${group}`
}

/** Reports whether the resource is empty, so that messages do not mention it. */
export function isEmptyResource(resource: QualifiedResource): boolean {
  return resource.group === '' && resource.resource === ''
}

/** The fields of Status are int32; a waiting time beyond that (68 years) is the longest there is. */
function toInt32(value: number): number {
  return Math.max(-0x80000000, Math.min(0x7fffffff, Math.trunc(value)))
}
