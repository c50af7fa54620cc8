/**
 * The reasons of `Status` that this library defines. A server may send others, so the type of a reason is string.
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/
 */
export const StatusReason = {
  Unknown: '',
  Unauthorized: 'Unauthorized',
  Forbidden: 'Forbidden',
  NotFound: 'NotFound',
  AlreadyExists: 'AlreadyExists',
  Conflict: 'Conflict',
  Gone: 'Gone',
  Invalid: 'Invalid',
  ServerTimeout: 'ServerTimeout',
  StoreReadError: 'StorageReadError',
  Timeout: 'Timeout',
  TooManyRequests: 'TooManyRequests',
  BadRequest: 'BadRequest',
  MethodNotAllowed: 'MethodNotAllowed',
  NotAcceptable: 'NotAcceptable',
  RequestEntityTooLarge: 'RequestEntityTooLarge',
  UnsupportedMediaType: 'UnsupportedMediaType',
  InternalError: 'InternalError',
  Expired: 'Expired',
  ServiceUnavailable: 'ServiceUnavailable',
} as const

/** Why an operation failed: one of {@link StatusReason}, or a word of a newer server. */
export type StatusReason = (typeof StatusReason)[keyof typeof StatusReason] | (string & {})

/** The machine-readable types of a {@link StatusCause}. */
export const CauseType = {
  FieldValueNotFound: 'FieldValueNotFound',
  FieldValueRequired: 'FieldValueRequired',
  FieldValueDuplicate: 'FieldValueDuplicate',
  FieldValueInvalid: 'FieldValueInvalid',
  FieldValueNotSupported: 'FieldValueNotSupported',
  Forbidden: 'FieldValueForbidden',
  TooLong: 'FieldValueTooLong',
  TooMany: 'FieldValueTooMany',
  Internal: 'InternalError',
  TypeInvalid: 'FieldValueTypeInvalid',
  UnexpectedServerResponse: 'UnexpectedServerResponse',
  FieldManagerConflict: 'FieldManagerConflict',
  ResourceVersionTooLarge: 'ResourceVersionTooLarge',
} as const

/** The type of a cause: one of {@link CauseType}, or one of a newer server. */
export type CauseType = (typeof CauseType)[keyof typeof CauseType] | (string & {})

/** One of possibly several causes of a failure. Same JSON as `StatusCause` of meta/v1. */
export interface StatusCause {
  /** The type of the cause; Go calls this property `Type`. */
  reason?: CauseType
  message?: string
  /** Path of the field that is to blame, for example `spec.containers[0].image`. */
  field?: string
}

/** Facts about a failure, depending on its reason. Same JSON as `StatusDetails` of meta/v1. */
export interface StatusDetails {
  name?: string
  group?: string
  /** The kind, or the resource, of the object concerned. */
  kind?: string
  uid?: string
  causes?: StatusCause[]
  /** Seconds to wait before the operation is tried again. */
  retryAfterSeconds?: number
}

/** The response of an API server to an operation that returns no other object. Same JSON as `Status` of meta/v1. */
export interface Status {
  apiVersion?: string
  kind?: string
  metadata?: { continue?: string; remainingItemCount?: number; resourceVersion?: string; selfLink?: string }
  status?: 'Success' | 'Failure' | (string & {})
  /** For people. */
  message?: string
  reason?: StatusReason
  details?: StatusDetails
  /** Suggested HTTP status code. */
  code?: number
}
