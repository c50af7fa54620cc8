import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isRequestEntityTooLargeError } from 'apimachinery/errors'
import { readBody } from 'apimachinery/runtime/serializer/streaming'

/** Where an endpoint listens. */
export interface ListenOptions {
  /** 0 for any that is free. */
  readonly port: number
  /** Default: all addresses. */
  readonly host?: string | undefined
}

/** A handler of web requests. */
export type WebHandler = (request: Request) => Promise<Response>

/** Turns a function of web requests into a listener of Node. Bodies beyond `limit` bytes are answered with 413. */
export function nodeListener(
  handler: WebHandler,
  { limit = 8 << 20 }: { readonly limit?: number | undefined } = {},
): RequestListener {
  return (incoming, outgoing) => {
    respond(handler, { incoming, outgoing, limit }).catch(() => {
      if (!outgoing.headersSent) outgoing.writeHead(500)
      outgoing.end()
    })
  }
}

/** Starts to listen. @returns the port */
export async function listen(server: Server, { port, host }: ListenOptions): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return (server.address() as AddressInfo).port
}

/** Stops to listen, and ends all connections: those that are in use when `signal` is aborted. */
export async function closeServer(server: Server, signal: AbortSignal): Promise<void> {
  const cut = (): void => server.closeAllConnections()
  signal.addEventListener('abort', cut, { once: true })
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
    if (signal.aborted) cut()
  })
  signal.removeEventListener('abort', cut)
}

async function respond(
  handler: WebHandler,
  { incoming, outgoing, limit }: { incoming: IncomingMessage; outgoing: ServerResponse; limit: number },
): Promise<void> {
  const body = await readBody(incoming, { limit }).catch((error: unknown) => {
    if (!isRequestEntityTooLargeError(error)) throw error
  })
  const response =
    body === undefined ? new Response('body too large\n', { status: 413 }) : await handler(toRequest(incoming, body))
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(new Uint8Array(await response.arrayBuffer()))
}

function toRequest({ method = 'GET', url = '/', headers }: IncomingMessage, body: Uint8Array): Request {
  const fields = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith(':') || value === undefined) continue
    for (const each of Array.isArray(value) ? value : [value]) fields.append(name, each)
  }
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(new URL(url, 'http://localhost'), {
    method,
    headers: fields,
    ...(hasBody && { body: body as BodyInit }),
  })
}
