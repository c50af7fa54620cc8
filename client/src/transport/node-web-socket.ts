import type { IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'
import type { Connector } from './connector.js'
import { MessageQueue } from './message-queue.js'
import { NodeBody } from './node-body.js'
import type { UpgradeRefused, UpgradeRequest, WebSocketConnection } from './transport.js'
import { TransportError, transportError } from './transport-error.js'

const highWaterMark = 4 * 1024 * 1024

/** What web sockets of one transport share. */
export interface WebSocketOwner {
  readonly server: URL
  readonly connector: Connector
  /** Those that are open, each as a function that cuts it. */
  readonly open: Set<(why: Error) => void>
  /** A connection is asked so often whether it is alive. */
  readonly pingMilliseconds: number
  /** Nothing has come for so long: the connection is cut. */
  readonly silenceMilliseconds: number
}

/** Opens a web socket over a connection of the connector. @throws TransportError */
export async function openWebSocket(
  owner: WebSocketOwner,
  request: UpgradeRequest,
): Promise<WebSocketConnection | UpgradeRefused> {
  const { signal } = request
  signal?.throwIfAborted()
  const { socket } = await owner.connector.connect(['http/1.1'], signal)
  const fields = Object.entries(request.headers).filter(([name, value]) => value !== undefined && name !== 'host')
  const webSocket = new WebSocket(owner.server.origin.replace(/^http/, 'ws') + request.path, [...request.protocols], {
    headers: Object.fromEntries(fields) as Record<string, string>,
    createConnection: () => socket,
    perMessageDeflate: false,
    maxPayload: 256 * 1024 * 1024,
    followRedirects: false,
  })
  const lifetime = new Lifetime(webSocket, owner)
  return new Promise((resolve, reject) => {
    const abort = (): void => lifetime.cut(signal?.reason)
    signal?.addEventListener('abort', abort, { once: true })
    webSocket.once('close', () => signal?.removeEventListener('abort', abort))
    webSocket.once('unexpected-response', (sent, message: IncomingMessage) => {
      signal?.removeEventListener('abort', abort)
      message.once('close', () => lifetime.end())
      resolve({ refused: refusal(message, () => sent.destroy(), signal) })
    })
    webSocket.once('error', (error) => {
      socket.destroy()
      reject(lifetime.why ?? transportError('Protocol', 'web socket', error))
    })
    const connection = adapt(webSocket, lifetime)
    webSocket.once('open', () => resolve(connection))
  })
}

/** Closes a web socket on request, and when the peer is silent. */
class Lifetime {
  /** Why it was cut. */
  why: unknown
  readonly #socket: WebSocket
  readonly #owner: WebSocketOwner
  readonly #timer: NodeJS.Timeout
  #heard = performance.now()

  constructor(socket: WebSocket, owner: WebSocketOwner) {
    this.#socket = socket
    this.#owner = owner
    owner.open.add(this.cut)
    this.#timer = setInterval(() => this.#look(), owner.pingMilliseconds)
    this.#timer.unref()
    socket.on('pong', this.hear)
    socket.once('close', () => this.end())
  }

  /** Records that something has come. */
  readonly hear = (): void => {
    this.#heard = performance.now()
  }

  readonly cut = (why: unknown): void => {
    this.why ??= why
    this.#socket.terminate()
  }

  end(): void {
    clearInterval(this.#timer)
    this.#owner.open.delete(this.cut)
  }

  #look(): void {
    // Without a read there is no answer to a ping.
    if (this.#socket.isPaused || this.#socket.readyState === WebSocket.CONNECTING) this.hear()
    else if (performance.now() - this.#heard >= this.#owner.silenceMilliseconds) {
      this.cut(new TransportError('ConnectionLost', 'web socket: no answer to PING'))
    } else if (this.#socket.readyState === WebSocket.OPEN) this.#socket.ping()
  }
}

/** Sends a message, and waits until all earlier ones are sent. */
function sent(socket: WebSocket, data: Uint8Array | string, options: { readonly binary: boolean }): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.send(data, options, (error) => {
      if (error === undefined || error === null) resolve()
      else reject(transportError('ConnectionLost', 'web socket', error))
    })
  })
}

function refusal(
  message: IncomingMessage,
  cancel: () => void,
  signal: AbortSignal | undefined,
): UpgradeRefused['refused'] {
  const body = new NodeBody({
    stream: message,
    length: undefined,
    signal,
    cutShort: () => (message.complete ? undefined : 'the connection was lost'),
    cancel,
  })
  return { status: message.statusCode ?? 0, headers: message.headers, body }
}

function adapt(socket: WebSocket, lifetime: Lifetime): WebSocketConnection {
  let waiting = 0
  const messages = new MessageQueue<Uint8Array>((message) => {
    waiting -= message.length
    if (waiting < highWaterMark && socket.isPaused) socket.resume()
  })
  socket.on('message', (data: Buffer) => {
    lifetime.hear()
    waiting += data.length
    messages.push(data)
    if (waiting > highWaterMark) socket.pause()
  })
  const closed = new Promise<number>((resolve) => {
    socket.once('close', (code) => {
      const lost = new TransportError('ConnectionLost', 'the web socket was cut')
      messages.end(lifetime.why ?? (code === 1006 ? lost : undefined))
      resolve(code)
    })
  })
  return {
    get protocol() {
      return socket.protocol
    },
    messages,
    closed,
    async send(data) {
      const options = { binary: typeof data !== 'string' }
      if (socket.readyState === WebSocket.OPEN && socket.bufferedAmount < highWaterMark) socket.send(data, options)
      else await sent(socket, data, options)
    },
    close: (code) => {
      if (socket.isPaused) socket.resume()
      socket.close(code)
    },
  }
}
