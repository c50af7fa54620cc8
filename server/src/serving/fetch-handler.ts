import type { PassiveClock } from 'apimachinery/wait'
import type { Handler, ReceivedRequest } from '../request/http.js'
import { handleInProcess } from './in-process.js'

/** A handler for WHATWG `Request`s, to embed a server elsewhere. Bodies stream both ways. */
export function fetchHandler(
  handler: Handler<ReceivedRequest>,
  clock: PassiveClock,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname, search } = new URL(request.url)
    const reading = new AbortController()
    const { status, headers, body } = await handleInProcess(
      handler,
      {
        method: request.method,
        path: pathname + search,
        headers: Object.fromEntries(request.headers),
        // Node's streams can be iterated, which the types of the web do not say.
        body: request.body ?? undefined,
        signal: AbortSignal.any([request.signal, reading.signal]),
      },
      clock,
    )
    const fields = new Headers()
    for (const [name, value] of Object.entries(headers)) {
      for (const each of typeof value === 'string' ? [value] : value) fields.append(name, each)
    }
    // These statuses have no body, by the definition of `Response`.
    const empty = status === 204 || status === 205 || status === 304
    const content = body instanceof Uint8Array ? (body as Uint8Array<ArrayBuffer>) : streamOf(body, reading)
    return new Response(empty ? null : content, { status, headers: fields })
  }
}

/** `reading` ends the request when the reader gives up. */
function streamOf(chunks: AsyncIterable<Uint8Array>, reading: AbortController): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel(reason) {
      // The next piece may be waited for already: only the end of the request ends that.
      reading.abort(reason ?? new Error('the reader has gone'))
      void iterator.return?.().catch(() => undefined)
    },
  })
}
