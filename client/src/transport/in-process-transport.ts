import { abortWith } from './abort-with.js'
import { BytesBody } from './bytes-body.js'
import { collectBytes } from './join-bytes.js'
import type {
  HeaderFields,
  ResponseBody,
  Transport,
  TransportRequest,
  TransportResponse,
  UpgradeRefused,
  UpgradeRequest,
  WebSocketConnection,
} from './transport.js'
import { TransportError, transportError } from './transport-error.js'
import { untilAborted } from './until-aborted.js'

/** A response of a server in the same process. */
export interface InProcessResponse {
  readonly status: number
  readonly headers: HeaderFields
  readonly body: Uint8Array | AsyncIterable<Uint8Array>
}

/** A server in the same process, as a function. */
export type InProcessHandler = (request: TransportRequest) => Promise<InProcessResponse>

/** Further options of an {@link InProcessTransport}. */
export interface InProcessOptions {
  /** Opens web sockets; without it they are refused. */
  readonly upgrade?: ((request: UpgradeRequest) => Promise<WebSocketConnection | UpgradeRefused>) | undefined
}

/** Carries requests to a server in the same process: no socket, no copy. */
export class InProcessTransport implements Transport {
  readonly #handler: InProcessHandler
  readonly #options: InProcessOptions
  readonly #open = new Set<AbortController>()
  #closed = false

  constructor(handler: InProcessHandler, options: InProcessOptions = {}) {
    this.#handler = handler
    this.#options = options
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    if (this.#closed) throw new TransportError('Closed', 'the transport is closed')
    request.signal?.throwIfAborted()
    const controller = new AbortController()
    const forgetSignal = abortWith(controller, request.signal)
    this.#open.add(controller)
    const done = (): void => {
      this.#open.delete(controller)
      forgetSignal()
    }
    try {
      const answer = await untilAborted(this.#handler({ ...request, signal: controller.signal }), controller.signal)
      if (answer.body instanceof Uint8Array) {
        done()
        return { status: answer.status, headers: answer.headers, body: new BytesBody(answer.body) }
      }
      const body = new StreamBody(answer.body, controller, done)
      return { status: answer.status, headers: answer.headers, body }
    } catch (error) {
      done()
      throw controller.signal.aborted ? error : transportError('ConnectionLost', 'the server in this process', error)
    }
  }

  async upgrade(request: UpgradeRequest): Promise<WebSocketConnection | UpgradeRefused> {
    if (this.#closed) throw new TransportError('Closed', 'the transport is closed')
    if (this.#options.upgrade === undefined) {
      throw new TransportError('Unsupported', 'the server in this process opens no web sockets')
    }
    return this.#options.upgrade(request)
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const controller of this.#open) controller.abort(new TransportError('Closed', 'the transport is closed'))
    this.#open.clear()
  }
}

/** A body from an iterable. */
class StreamBody implements ResponseBody {
  readonly #chunks: AsyncIterator<Uint8Array>
  readonly #controller: AbortController
  readonly #done: () => void

  constructor(chunks: AsyncIterable<Uint8Array>, controller: AbortController, done: () => void) {
    this.#chunks = chunks[Symbol.asyncIterator]()
    this.#controller = controller
    this.#done = done
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, undefined> {
    const { signal } = this.#controller
    try {
      for (;;) {
        const { value, done } = await untilAborted(this.#chunks.next(), signal)
        if (done === true) return
        yield value
      }
    } catch (error) {
      throw signal.aborted ? error : transportError('UnexpectedEOF', 'unexpected EOF', error)
    } finally {
      this.cancel()
    }
  }

  bytes(): Promise<Uint8Array> {
    return collectBytes(this)
  }

  cancel(): void {
    this.#done()
    if (!this.#controller.signal.aborted) this.#controller.abort(new TransportError('Closed', 'the body was given up'))
    this.#chunks.return?.()?.catch(() => undefined)
  }
}
