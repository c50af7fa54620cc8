import { newInvalid, newNotFound, StatusError, StatusReason } from 'apimachinery/errors'
import { type FieldError, fieldPath, invalid } from 'apimachinery/validation'

const group = 'apimachinery.dev'

/** 404 for something that has a name: `clusters`, `snapshots`, `faults`, `users`. */
export function missing(resource: string, name: string): StatusError {
  return newNotFound({ group, resource }, name)
}

/** 422 for fields of a body. */
export function invalidBody(errors: readonly FieldError[], kind = 'Request', name = ''): StatusError {
  return newInvalid({ group, kind }, name, errors)
}

/** 422 for one field of a body. */
export function invalidField(field: string, value: unknown, detail: string): StatusError {
  return invalidBody([invalid(fieldPath(field), value, detail)])
}

/** 415. */
export function unsupportedMediaType(contentType: string): StatusError {
  return new StatusError({
    status: 'Failure',
    message: `the body of the request has the media type ${JSON.stringify(contentType)}: application/json is wanted`,
    reason: StatusReason.UnsupportedMediaType,
    code: 415,
  })
}

/** 405. */
export function methodNotAllowed(method: string, path: string): StatusError {
  return new StatusError({
    status: 'Failure',
    message: `${path} has no method ${method}`,
    reason: StatusReason.MethodNotAllowed,
    code: 405,
  })
}

/** 404 for a path that is none of the API's. */
export function noSuchPath(path: string): StatusError {
  return new StatusError({
    status: 'Failure',
    message: `the control API has no path ${path}`,
    reason: StatusReason.NotFound,
    code: 404,
  })
}
