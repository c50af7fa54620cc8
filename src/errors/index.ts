export {
  Aggregate,
  aggregateGoroutines,
  filterOut,
  flatten,
  isAggregate,
  type Matcher,
  newAggregate,
  reduce,
} from './aggregate.js'
export { asError } from './as-error.js'
export {
  isMachineryError,
  MachineryError,
  type MachineryErrorOptions,
  type TextPosition,
} from './machinery-error.js'
export type { MachineryErrorCode, MachineryErrorCodes } from './machinery-error-code.js'
export { messageOf } from './message-of.js'
export {
  type InvalidField,
  newAlreadyExists,
  newApplyConflict,
  newBadRequest,
  newConflict,
  newForbidden,
  newGenerateNameConflict,
  newGone,
  newInternalError,
  newInvalid,
  newMethodNotSupported,
  newNotFound,
  newRequestEntityTooLargeError,
  newResourceExpired,
  newServerTimeout,
  newServerTimeoutForKind,
  newServiceUnavailable,
  newTimeoutError,
  newTooManyRequests,
  newTooManyRequestsError,
  newUnauthorized,
} from './new-status-error.js'
export {
  hasStatusCause,
  isAlreadyExists,
  isBadRequest,
  isConflict,
  isForbidden,
  isGone,
  isInternalError,
  isInvalid,
  isMethodNotSupported,
  isNotAcceptable,
  isNotFound,
  isRequestEntityTooLargeError,
  isResourceExpired,
  isServerTimeout,
  isServiceUnavailable,
  isStoreReadError,
  isTimeout,
  isTooManyRequests,
  isUnauthorized,
  isUnexpectedServerError,
  isUnsupportedMediaType,
  reasonAndCodeForError,
  reasonForError,
  statusCause,
  suggestsClientDelay,
} from './predicates.js'
export {
  type ErrorReporter,
  newClientErrorReporter,
  newGenericServerResponse,
  parseRetryAfter,
  type ServerResponse,
} from './server-response.js'
export { CauseType, type Status, type StatusCause, type StatusDetails, StatusReason } from './status.js'
export { type APIStatus, isStatusError, StatusError, statusOf } from './status-error.js'
export { type AnswerOptions, type HTTPAnswer, statusErrorFromAnswer } from './status-error-from-answer.js'
export {
  fromObject,
  httpStatusFor,
  isUnexpectedObjectError,
  toAPIStatus,
  UnexpectedObjectError,
} from './status-object.js'
export type { QualifiedKind, QualifiedResource } from './status-parts.js'
