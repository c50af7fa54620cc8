import { isStatusError, MachineryError } from 'apimachinery/errors'
import { isRequestStatusError, RequestStatusError } from '../rest/request-status-error.js'

/** The error, saying what was being done with which file: `error when creating "web.yaml": …`. */
export function withSource(verb: string, source: string, error: unknown): unknown {
  if (source === '' || !(error instanceof Error)) return error
  const message = `error when ${verb} "${source}": ${error.message}`
  if (isRequestStatusError(error)) {
    const { method, requestPath: path, httpStatus, verb: apiVerb } = error
    const about = { method, path, httpStatus, verb: apiVerb, headers: { 'audit-id': error.requestId } }
    return new RequestStatusError({ ...error.status, message }, about, error)
  }
  return isStatusError(error) ? error : new MachineryError('ObjectFailed', message, { cause: error })
}
