import type { WebhookHandler } from './answer.js'

/** The part of Node's `IncomingMessage` that is used. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** The part of Node's `ServerResponse` that is used. */
export interface NodeResponse {
  readonly headersSent: boolean
  /** Sends status and headers. */
  writeHead(status: number, headers: Record<string, string>): unknown
  /** Sends the body and ends the response. */
  end(body: Uint8Array): unknown
  /** Closes the connection. */
  destroy(): unknown
}

/** How requests of Node are served. */
export interface NodeHandlerOptions {
  /** Called when a request cannot be read or answered, for example because the connection was closed. */
  readonly onError?: (error: unknown) => void
}

/** A listener for `createServer` of `node:http` and `node:https`, and a handler of Express. Never rejects. */
export type NodeHandler = (incoming: NodeRequest, outgoing: NodeResponse) => Promise<void>

/**
 * Serves a handler, or several by path, with Node's http and https, with Express, and with Fastify's raw request. The body
 * must not have been read. A path without a handler is answered with 404; when a handler throws, with 500.
 */
export function nodeHandler(
  handlers: WebhookHandler | Readonly<Record<string, WebhookHandler>>,
  { onError }: NodeHandlerOptions = {},
): NodeHandler {
  const handler = typeof handlers === 'function' ? handlers : byPath(handlers)
  return async (incoming, outgoing) => {
    try {
      await respond(handler, incoming, outgoing)
    } catch (error) {
      onError?.(error)
      if (outgoing.headersSent) return void outgoing.destroy()
      outgoing.writeHead(500, { connection: 'close' })
      outgoing.end(new Uint8Array())
    }
  }
}

function byPath(handlers: Readonly<Record<string, WebhookHandler>>): WebhookHandler {
  const paths = new Map(Object.entries(handlers))
  return async (request) => {
    const handler = paths.get(new URL(request.url).pathname)
    return handler === undefined ? new Response('not found\n', { status: 404 }) : handler(request)
  }
}

async function respond(handler: WebhookHandler, incoming: NodeRequest, outgoing: NodeResponse): Promise<void> {
  const { method = 'GET' } = incoming
  const body = method === 'GET' || method === 'HEAD' ? undefined : new Body(incoming)
  const response = await handler(toRequest(incoming, method, body))
  const headers = Object.fromEntries(response.headers)
  // The rest of a body that was not read would be read as the next request.
  if (body?.ended === false) headers.connection = 'close'
  const content = new Uint8Array(await response.arrayBuffer())
  outgoing.writeHead(response.status, headers)
  outgoing.end(content)
}

function toRequest({ url = '/', headers }: NodeRequest, method: string, body: Body | undefined): Request {
  const copied = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) copied.set(name, typeof value === 'string' ? value : value.join(', '))
  }
  const init = { method, headers: copied, ...(body && { body: body.stream, duplex: 'half' }) }
  return new Request(new URL(url, 'https://webhook'), init)
}

/** The body of a request of Node as a web stream. */
class Body {
  /** Whether it was read to its end. */
  ended = false
  readonly stream: ReadableStream<Uint8Array>

  constructor(incoming: NodeRequest) {
    const chunks = incoming[Symbol.asyncIterator]()
    // Cancelling does not end the iterator: that would close the connection before the answer is sent.
    this.stream = new ReadableStream({
      pull: async (controller) => {
        const { done, value } = await chunks.next()
        if (done !== true) return controller.enqueue(value)
        this.ended = true
        controller.close()
      },
    })
  }
}
