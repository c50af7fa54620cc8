import { messageOf } from 'apimachinery/errors'
import type { IdentifiedRequest, ReceivedRequest, ResponseSink } from './http.js'

/** Writes an error as a `Status` in the media type that the client wants. */
export type ErrorWriter = (request: IdentifiedRequest, response: ResponseSink, error: unknown) => void | Promise<void>

/** Writes a plain text, as `http.Error` of Go does. */
export function writePlainError(response: ResponseSink, status: number, text: string): void {
  if (response.status !== undefined) return
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' })
  response.end(Buffer.from(`${text}\n`))
}

/**
 * Answers 500 in plain text.
 *
 * Source: `InternalError` of k8s.io/apiserver/pkg/endpoints/handlers/responsewriters.
 */
export function writeInternalError(
  request: Pick<ReceivedRequest, 'url'>,
  response: ResponseSink,
  error: unknown,
): void {
  writePlainError(
    response,
    500,
    withoutMarkup(`Internal Server Error: ${JSON.stringify(request.url)}: ${messageOf(error)}`),
  )
}

/** Escapes what a browser would take for HTML. */
export function withoutMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
