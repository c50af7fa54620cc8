import { abortWith } from './abort-with.js'
import { openGlobalWebSocket } from './global-web-socket.js'
import { collectBytes } from './join-bytes.js'
import type {
  ResponseBody,
  Transport,
  TransportRequest,
  TransportResponse,
  UpgradeRefused,
  UpgradeRequest,
  WebSocketConnection,
} from './transport.js'
import { TransportError, transportError } from './transport-error.js'

/** Where a {@link FetchTransport} sends requests, and with what. */
export interface FetchTransportOptions {
  /** Address of the server: `https://kube.example:6443`, or a path of the page's own origin. */
  readonly server: string
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined
  /** Fields of `RequestInit` for every request, such as `credentials`. */
  readonly init?: RequestInit | undefined
}

/** Carries requests with `fetch`: for browsers, workers, Deno and Bun. TLS and proxies are those of the platform. */
export class FetchTransport implements Transport {
  readonly #server: string
  readonly #fetch: typeof fetch
  readonly #init: RequestInit
  /** What is under way, each as a function that ends it. */
  readonly #open = new Set<(why: Error) => void>()
  #closed = false

  constructor({ server, fetch: send = fetch, init = {} }: FetchTransportOptions) {
    this.#server = server.replace(/\/$/, '')
    // Browsers reject a `fetch` that is called as a method of an object.
    this.#fetch = (...request) => send(...request)
    this.#init = init
  }

  async send({ method, path, headers, body, signal }: TransportRequest): Promise<TransportResponse> {
    this.#check(signal)
    const ending = new AbortController()
    const end = (why: Error): void => ending.abort(why)
    const forgetSignal = abortWith(ending, signal)
    const done = (): void => {
      this.#open.delete(end)
      forgetSignal()
    }
    this.#open.add(end)
    try {
      const response = await this.#fetch(this.#server + path, {
        ...this.#init,
        method,
        headers: fetchHeaders(headers),
        signal: ending.signal,
        ...(body !== undefined && (await bodyInit(body))),
      })
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: new FetchBody(response.body, { signal: ending.signal, done }),
      }
    } catch (error) {
      done()
      ending.signal.throwIfAborted()
      throw transportError('ConnectionLost', `${method} ${this.#server}${path}`, error)
    }
  }

  async upgrade(request: UpgradeRequest): Promise<WebSocketConnection | UpgradeRefused> {
    this.#check(request.signal)
    return openGlobalWebSocket(this.#server, request, this.#open)
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const end of this.#open) end(transportClosed())
  }

  #check(signal: AbortSignal | undefined): void {
    if (this.#closed) throw transportClosed()
    signal?.throwIfAborted()
  }
}

async function bodyInit(body: Uint8Array | AsyncIterable<Uint8Array>): Promise<RequestInit> {
  if (body instanceof Uint8Array) return { body: body as Uint8Array<ArrayBuffer> }
  // Streams as request bodies need HTTP/2 and are not supported on all platforms.
  return { body: (await collectBytes(body)) as Uint8Array<ArrayBuffer> }
}

function fetchHeaders(fields: TransportRequest['headers']): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') headers.set(name, value)
    else for (const each of value ?? []) headers.append(name, each)
  }
  return headers
}

class FetchBody implements ResponseBody {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  readonly #signal: AbortSignal
  readonly #done: () => void

  constructor(stream: ReadableStream<Uint8Array> | null, { signal, done }: { signal: AbortSignal; done: () => void }) {
    this.#reader = stream?.getReader()
    this.#signal = signal
    this.#done = done
    if (stream === null) done()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, undefined> {
    if (this.#reader === undefined) return
    try {
      for (;;) {
        const { value, done } = await this.#reader.read()
        if (done) return
        yield value
      }
    } catch (error) {
      this.#signal.throwIfAborted()
      throw transportError('UnexpectedEOF', 'unexpected EOF', error)
    } finally {
      this.cancel()
    }
  }

  bytes(): Promise<Uint8Array> {
    return collectBytes(this)
  }

  cancel(): void {
    this.#done()
    this.#reader?.cancel().catch(() => undefined)
  }
}

function transportClosed(): TransportError {
  return new TransportError('Closed', 'the transport is closed')
}
