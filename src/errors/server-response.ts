import { quote } from '../internal/quote.js'
import { messageOf } from './message-of.js'
import { CauseType, type Status, type StatusCause, StatusReason } from './status.js'
import type { StatusError } from './status-error.js'
import {
  aboutResource,
  failure,
  isEmptyResource,
  type QualifiedResource,
  qualified,
  statusCause,
} from './status-parts.js'

/** Facts about a request whose response was not a `Status`. */
export interface ServerResponse {
  /** HTTP method or API verb of the request. */
  readonly verb: string
  readonly resource?: QualifiedResource
  /** Name of the requested object. */
  readonly name?: string
  /** Text that the server wrote. */
  readonly serverMessage?: string
  readonly retryAfterSeconds?: number
  /** Adds the cause `UnexpectedServerResponse` with the server's message. */
  readonly isUnexpectedResponse?: boolean
}

const noResource: QualifiedResource = { group: '', resource: '' }

/** Makes an error out of an HTTP answer that carried no `Status`: the reason follows from the HTTP status `code`. */
export function newGenericServerResponse(code: number, response: ServerResponse): StatusError {
  const { verb, resource = noResource, name = '', serverMessage = '', retryAfterSeconds = 0 } = response
  const { reason, message } = meaningOf(code, verb, serverMessage)
  const causes: StatusCause[] = response.isUnexpectedResponse
    ? [statusCause(CauseType.UnexpectedServerResponse, serverMessage, '')]
    : []
  const details = aboutResource(resource, { name, causes, retryAfterSeconds })
  return failure(reason, message + request(verb, resource, name), { code, details })
}

interface Meaning {
  readonly reason: StatusReason
  readonly message: string
}

function request(verb: string, resource: QualifiedResource, name: string): string {
  if (isEmptyResource(resource)) return ''
  const words = [verb.toLowerCase(), qualified(resource), ...(name === '' ? [] : [name])]
  return ` (${words.join(' ')})`
}

/** Codes whose meaning depends on nothing but the code. */
const meanings: Readonly<Record<number, readonly [StatusReason, message: string]>> = {
  400: ['BadRequest', 'the server rejected our request for an unknown reason'],
  401: ['Unauthorized', 'the server has asked for the client to provide credentials'],
  404: ['NotFound', 'the server could not find the requested resource'],
  405: ['MethodNotAllowed', 'the server does not allow this method on the requested resource'],
  422: ['Invalid', 'the server rejected our request due to an error in our request'],
  429: ['TooManyRequests', 'the server has received too many requests and has asked us to try again later'],
  503: ['ServiceUnavailable', 'the server is currently unable to handle the request'],
  504: [
    'Timeout',
    'the server was unable to return a response in the time allotted, but may still be processing the request',
  ],
}

function meaningOf(code: number, verb: string, serverMessage: string): Meaning {
  const [fixed, text = ''] = meanings[code] ?? []
  if (fixed !== undefined) return { reason: fixed, message: text }
  switch (code) {
    case 403:
      return { reason: StatusReason.Forbidden, message: serverMessage }
    case 406:
      return { reason: StatusReason.NotAcceptable, message: notAcceptable(serverMessage) }
    case 409: {
      const reason = verb === 'POST' ? StatusReason.AlreadyExists : StatusReason.Conflict
      return { reason, message: 'the server reported a conflict' }
    }
    case 415:
      return { reason: StatusReason.UnsupportedMediaType, message: serverMessage }
  }
  if (code >= 500) {
    const message = `an error on the server (${quote(serverMessage)}) has prevented the request from succeeding`
    return { reason: StatusReason.InternalError, message }
  }
  const message = `the server responded with the status code ${code} but did not return more information`
  return { reason: StatusReason.Unknown, message }
}

function notAcceptable(serverMessage: string): string {
  if (serverMessage !== '' && serverMessage !== 'unknown') return serverMessage
  return 'the server was unable to respond with a content type that the client supports'
}

/**
 * Reads the header `Retry-After`.
 *
 * @returns whole seconds, or `undefined` when the header is absent or not a number; dates are not read, as in Go.
 */
export function parseRetryAfter(header: string | null | undefined): number | undefined {
  if (header === null || header === undefined || !/^[+-]?[0-9]{1,15}$/.test(header)) return undefined
  return Number(header)
}

/** Turns errors into `Status` objects that report an unexpected answer, as a watch that cannot read its stream does. */
export interface ErrorReporter {
  /** Returns the `Status` that reports an error. */
  asObject(error: unknown): Status
}

/** Makes a reporter for a client. `reason` becomes the type of a separate cause, `ClientError` if empty. */
export function newClientErrorReporter(code: number, verb: string, reason: string): ErrorReporter {
  return {
    asObject(error: unknown): Status {
      const serverMessage = messageOf(error)
      const { status } = newGenericServerResponse(code, { verb, serverMessage, isUnexpectedResponse: true })
      const causes = [...(status.details?.causes ?? []), statusCause(reason || 'ClientError', serverMessage, '')]
      return { ...status, details: { ...status.details, causes } }
    },
  }
}
