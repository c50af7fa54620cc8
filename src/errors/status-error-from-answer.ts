import { decodeUtf8 } from '../internal/utf8.js'
import { newGenericServerResponse, parseRetryAfter } from './server-response.js'
import type { StatusError } from './status-error.js'
import { fromObject } from './status-object.js'
import type { QualifiedResource } from './status-parts.js'

/** An answer over HTTP whose body has been read. */
export interface HTTPAnswer {
  readonly status: number
  /** `Headers` is one; only `content-type` and `retry-after` are read. */
  readonly headers: { get(name: string): string | null | undefined }
  readonly body: Uint8Array
}

/** The request, and how responses are decoded. */
export interface AnswerOptions {
  /** HTTP method of the request. */
  readonly method: string
  readonly resource?: QualifiedResource | undefined
  /** Name of the requested object. */
  readonly name?: string | undefined
  /**
   * Reads an object in any format; what it throws means that the body is none. Default: JSON. For a decoder of a
   * `CodecFactory`: `(body) => decoder.decode(body).object`.
   */
  readonly decode?: ((body: Uint8Array, contentType: string) => unknown) | undefined
}

/** As many bytes of a body become part of a message. */
const maxTextBytes = 2048

/**
 * Makes the error for a response with a code outside 200–206: from the `Status` in its body, or from the code and a text
 * body, as `rest.Result.Error` of client-go does. The error is returned, not thrown.
 */
export function statusErrorFromAnswer(answer: HTTPAnswer, options: AnswerOptions): StatusError {
  const contentType = answer.headers.get('content-type') ?? ''
  return statusIn(answer.body, contentType, options.decode ?? decodeJSON) ?? genericError(answer, contentType, options)
}

function statusIn(
  body: Uint8Array,
  contentType: string,
  decode: (body: Uint8Array, contentType: string) => unknown,
): StatusError | undefined {
  if (body.length === 0) return undefined
  try {
    const object = decode(body, contentType)
    if ((object as { status?: unknown } | null)?.status !== 'Failure') return undefined
    // Old servers leave the version out.
    const { apiVersion } = object as { apiVersion?: unknown }
    const error = fromObject(apiVersion ? object : { ...(object as object), apiVersion: 'v1' })
    return 'status' in error ? error : undefined
  } catch {
    return undefined
  }
}

function decodeJSON(body: Uint8Array): unknown {
  return JSON.parse(decodeUtf8(body))
}

function genericError(answer: HTTPAnswer, contentType: string, options: AnswerOptions): StatusError {
  const { method: verb, resource, name } = options
  const retryAfterSeconds = parseRetryAfter(answer.headers.get('retry-after'))
  return newGenericServerResponse(answer.status, {
    verb,
    ...(resource !== undefined && { resource }),
    ...(name !== undefined && { name }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    serverMessage: isText(contentType) ? bodyText(answer.body) : 'unknown',
    isUnexpectedResponse: true,
  })
}

function isText(contentType: string): boolean {
  return contentType === '' || contentType.trimStart().toLowerCase().startsWith('text/')
}

function bodyText(body: Uint8Array): string {
  return decodeUtf8(body.subarray(0, maxTextBytes)).trim()
}
