import { isStatusError, type Status, StatusError } from 'apimachinery/errors'
import type { HeaderFields } from '../transport/transport.js'

/** Which request failed. */
export interface FailedRequest {
  readonly method: string
  readonly verb: string
  readonly path: string
  readonly httpStatus: number
  readonly headers: HeaderFields
  /** Who the request was of. */
  readonly identity?: string | undefined
}

/**
 * The library's `StatusError` with the request that the server refused. Its message is the server's; that of 401 says who the request
 * was of, where that is known.
 */
export class RequestStatusError extends StatusError {
  /** `GET`, … */
  readonly method: string
  /** `get`, `list`, … */
  readonly verb: string
  /** Path and query of the request. */
  readonly requestPath: string
  readonly httpStatus: number
  /** The server's name for the request: header `Audit-Id`. */
  readonly requestId: string | undefined
  /** Header `Retry-After`, in seconds. */
  readonly retryAfterSeconds: number | undefined

  constructor(status: Status, request: FailedRequest, cause?: unknown) {
    super(status, { cause })
    const { method, verb, path, httpStatus, headers, identity } = request
    if (httpStatus === 401 && identity !== undefined) this.message += `: the server does not accept ${identity}`
    this.method = method
    this.verb = verb
    this.requestPath = path
    this.httpStatus = httpStatus
    this.requestId = text(headers['audit-id']) ?? text(headers['x-request-id'])
    const seconds = text(headers['retry-after'])
    this.retryAfterSeconds = seconds !== undefined && /^\d+$/.test(seconds) ? Number(seconds) : undefined
  }
}

/** Reports whether `error` is a {@link RequestStatusError}. */
export function isRequestStatusError(error: unknown): error is RequestStatusError {
  return isStatusError(error) && 'httpStatus' in error
}

function text(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'object' ? value[0] : value
}
