import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { WebhookHandler } from 'apimachinery/webhook'

/** Serves handlers by path with Node's http and https. Anything else answers 404. */
export function listener(handlers: ReadonlyMap<string, WebhookHandler>): RequestListener {
  return (incoming, outgoing) => {
    respond(handlers, incoming, outgoing).catch((error: unknown) => {
      console.error(error)
      outgoing.destroy()
    })
  }
}

async function respond(
  handlers: ReadonlyMap<string, WebhookHandler>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const url = new URL(incoming.url ?? '/', 'https://webhook')
  const handler = handlers.get(url.pathname)
  const response =
    handler === undefined ? new Response('not found\n', { status: 404 }) : await handler(toRequest(url, incoming))
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}

function toRequest(url: URL, incoming: IncomingMessage): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const { method = 'GET' } = incoming
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers })
  const body = Readable.toWeb(incoming) as ReadableStream<Uint8Array>
  return new Request(url, { method, headers, body, duplex: 'half' } as RequestInit)
}
