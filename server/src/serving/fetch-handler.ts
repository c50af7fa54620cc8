import type { Handler } from '../request/http.js'
import { handleInProcess } from './in-process.js'

/** A handler for WHATWG `Request`s, to embed a server elsewhere. Bodies stream both ways. */
export function fetchHandler(handler: Handler, now: () => Date): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname, search } = new URL(request.url)
    const { status, headers, body } = await handleInProcess(
      handler,
      {
        method: request.method,
        path: pathname + search,
        headers: Object.fromEntries(request.headers),
        body: request.body === null ? undefined : (request.body as unknown as AsyncIterable<Uint8Array>),
        signal: request.signal,
      },
      now,
    )
    const fields = new Headers()
    for (const [name, value] of Object.entries(headers)) {
      for (const each of typeof value === 'string' ? [value] : value) fields.append(name, each)
    }
    // These statuses have no body, by the definition of `Response`.
    const empty = status === 204 || status === 205 || status === 304
    const content = body instanceof Uint8Array ? (body as Uint8Array<ArrayBuffer>) : streamOf(body)
    return new Response(empty ? null : content, { status, headers: fields })
  }
}

function streamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}
