import { asError } from 'apimachinery/errors'
import { type PassiveClock, systemClock } from 'apimachinery/wait'
import { Cancellation, ClientGone } from '../request/cancellation.js'
import type { Handler, HeaderFields, ReceivedRequest } from '../request/http.js'
import { emptyBody, IncomingRequest } from './incoming-request.js'
import { type ValueResponse, ValueSink } from './value-response.js'

/** A request of a program in the same process. */
export interface ValueRequest {
  readonly method: string
  /** Path and query, encoded. */
  readonly path: string
  /** Names in lower case. */
  readonly headers: HeaderFields
  readonly body?: Uint8Array | AsyncIterable<Uint8Array> | undefined
  readonly signal?: AbortSignal | undefined
}

/** Runs a request through a handler without a socket. Rejects where the handler ends before there is a response. */
export function handleInProcess(
  handler: Handler<ReceivedRequest>,
  request: ValueRequest,
  clock: PassiveClock = systemClock,
): Promise<ValueResponse> {
  const cancellation = new Cancellation()
  const abort = (): void => cancellation.cancel(reasonOf(request.signal))
  if (request.signal?.aborted) abort()
  request.signal?.addEventListener('abort', abort, { once: true })
  const sink = new ValueSink(abort)
  const rawHeaders = Object.entries(request.headers).flatMap(([name, value]) =>
    (value === undefined ? [] : typeof value === 'string' ? [value] : value).flatMap((each) => [name, each]),
  )
  const incoming = new IncomingRequest({
    method: request.method,
    url: request.path,
    headers: request.headers,
    rawHeaders,
    httpVersion: '1.1',
    host: 'localhost',
    secure: true,
    remoteAddress: '127.0.0.1',
    body: piecesOf(request.body),
    cancellation,
    receivedAt: new Date(clock.now()),
  })
  handler(incoming, sink)
    .catch((error: unknown) => sink.fail(asError(error)))
    .finally(() => request.signal?.removeEventListener('abort', abort))
  return sink.response
}

function reasonOf(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason
  return reason instanceof Error ? reason : new ClientGone({ cause: reason })
}

/** A body as pieces. */
export function piecesOf(body: ValueRequest['body']): AsyncIterable<Uint8Array> {
  if (body === undefined) return emptyBody
  return body instanceof Uint8Array ? oneChunk(body) : body
}

async function* oneChunk(chunk: Uint8Array): AsyncGenerator<Uint8Array> {
  yield chunk
}
