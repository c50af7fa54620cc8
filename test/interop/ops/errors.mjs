import * as errors from 'apimachinery/errors'
import { parseGroupKind, parseGroupResource } from 'apimachinery/schema'
import { fieldPath, invalid } from 'apimachinery/validation'

const string = (value) => (typeof value === 'string' ? value : '')
const integer = (value) => (typeof value === 'number' ? Math.trunc(value) : 0)

function invalidFields(args) {
  const list = []
  for (let i = 0; i + 1 < args.length; i += 2) {
    list.push(invalid(fieldPath(string(args[i])), args[i + 1], 'bad'))
  }
  return list
}

/** One function per constructor; each gets the request and the resource it names. */
const constructors = {
  NotFound: ({ b, resource }) => errors.newNotFound(resource, b),
  AlreadyExists: ({ b, resource }) => errors.newAlreadyExists(resource, b),
  GenerateNameConflict: ({ b, resource, args }) => errors.newGenerateNameConflict(resource, b, integer(args[0])),
  Unauthorized: ({ args }) => errors.newUnauthorized(string(args[0])),
  Forbidden: ({ b, resource, args }) => errors.newForbidden(resource, b, new Error(string(args[0]))),
  Conflict: ({ b, resource, args }) => errors.newConflict(resource, b, new Error(string(args[0]))),
  ApplyConflict({ args }) {
    const cause = { reason: errors.CauseType.FieldManagerConflict, message: string(args[0]), field: string(args[1]) }
    return errors.newApplyConflict([cause], string(args[2]))
  },
  Gone: ({ args }) => errors.newGone(string(args[0])),
  ResourceExpired: ({ args }) => errors.newResourceExpired(string(args[0])),
  Invalid: ({ a, b, args }) => errors.newInvalid(parseGroupKind(a), b, invalidFields(args)),
  BadRequest: ({ args }) => errors.newBadRequest(string(args[0])),
  TooManyRequests: ({ args }) => errors.newTooManyRequests(string(args[0]), integer(args[1])),
  ServiceUnavailable: ({ args }) => errors.newServiceUnavailable(string(args[0])),
  MethodNotSupported: ({ resource, args }) => errors.newMethodNotSupported(resource, string(args[0])),
  ServerTimeout: ({ resource, args }) => errors.newServerTimeout(resource, string(args[0]), integer(args[1])),
  InternalError: ({ args }) => errors.newInternalError(new Error(string(args[0]))),
  Timeout: ({ args }) => errors.newTimeoutError(string(args[0]), integer(args[1])),
  TooManyRequestsError: ({ args }) => errors.newTooManyRequestsError(string(args[0])),
  RequestEntityTooLarge: ({ args }) => errors.newRequestEntityTooLargeError(string(args[0])),
  GenericServerResponse: ({ b, resource, args }) =>
    errors.newGenericServerResponse(integer(args[0]), {
      verb: string(args[1]),
      resource,
      name: b,
      serverMessage: string(args[2]),
      retryAfterSeconds: integer(args[3]),
      isUnexpectedResponse: args[4] === true,
    }),
}

const predicates = {
  NotFound: errors.isNotFound,
  AlreadyExists: errors.isAlreadyExists,
  Conflict: errors.isConflict,
  Invalid: errors.isInvalid,
  Gone: errors.isGone,
  ResourceExpired: errors.isResourceExpired,
  NotAcceptable: errors.isNotAcceptable,
  UnsupportedMediaType: errors.isUnsupportedMediaType,
  MethodNotSupported: errors.isMethodNotSupported,
  ServiceUnavailable: errors.isServiceUnavailable,
  BadRequest: errors.isBadRequest,
  Unauthorized: errors.isUnauthorized,
  Forbidden: errors.isForbidden,
  Timeout: errors.isTimeout,
  ServerTimeout: errors.isServerTimeout,
  InternalError: errors.isInternalError,
  TooManyRequests: errors.isTooManyRequests,
  RequestEntityTooLarge: errors.isRequestEntityTooLargeError,
  UnexpectedServerError: errors.isUnexpectedServerError,
}

/** `JSON.stringify` with the escapes Go adds. */
function goJSON(value) {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

export const operations = {
  apierror({ name, a = '', b = '', args }) {
    const construct = constructors[name]
    if (construct === undefined) return { error: 'unknown constructor', badop: true }
    const error = construct({ a, b, args: args ?? [], resource: parseGroupResource(a) })
    const delay = errors.suggestsClientDelay(error)
    return {
      message: error.message,
      status: goJSON(error.status),
      is: Object.keys(predicates)
        .filter((predicate) => predicates[predicate](error))
        .sort(),
      retryAfter: delay ?? 0,
      suggestsDelay: delay !== undefined,
      reason: errors.reasonForError(error),
    }
  },
}
