import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { UpgradeOptions, WebSocketConnection } from '../request/http.js'
import { drained } from './drained.js'
import { agreedProtocol } from './web-socket-handshake.js'

/** Switches one connection to a web socket. */
export type Upgrader = (options: UpgradeOptions) => Promise<WebSocketConnection>

/** Largest message that a client may send: frames of exec and port-forward are far smaller. Bytes. */
const maxMessage = 16 * 1024 * 1024

/** Bytes that may wait in a socket before a writer has to wait. */
const highWater = 256 * 1024

/** A request of HTTP/1.1 that opens a web socket. */
export interface Opening {
  readonly message: IncomingMessage
  readonly socket: Duplex
  /** What came after the request. */
  readonly head: Buffer
  /** Called when the handshake is agreed on. */
  readonly leaveHttp: () => void
}

/** An upgrader for an HTTP/1.1 request that opens a web socket. */
export function upgraderFor({ message, socket, head, leaveHttp }: Opening): Upgrader {
  return (options) =>
    new Promise((resolve, reject) => {
      const protocol = agreedProtocol(message, options)
      // The library refuses names with a slash, which tunnels for SPDY have: it never sees what was offered.
      delete message.headers['sec-websocket-protocol']
      leaveHttp()
      socket.once('error', reject)
      const upgrade = ({ WebSocketServer }: typeof import('ws')): void => {
        const server = new WebSocketServer({ noServer: true, maxPayload: maxMessage, perMessageDeflate: false })
        if (protocol !== '') server.on('headers', (headers) => headers.push(`Sec-WebSocket-Protocol: ${protocol}`))
        server.handleUpgrade(message, socket, head, (webSocket) => {
          socket.off('error', reject)
          resolve(new WsConnection(webSocket, { raw: socket, protocol }))
        })
      }
      // Loaded with the first web socket: a server starts sooner without it.
      import('ws').then(upgrade).catch(reject)
    })
}

class WsConnection implements WebSocketConnection {
  readonly #socket: WebSocket
  readonly #raw: Duplex
  readonly protocol: string
  readonly messages: AsyncIterable<Uint8Array | string>

  constructor(socket: WebSocket, { raw, protocol }: { readonly raw: Duplex; readonly protocol: string }) {
    this.#socket = socket
    this.#raw = raw
    this.protocol = protocol
    this.messages = messagesOf(socket)
  }

  get closed(): boolean {
    return this.#socket.readyState !== this.#socket.OPEN
  }

  send(data: Uint8Array | string): boolean {
    if (this.closed) return true
    this.#socket.send(data)
    return this.#socket.bufferedAmount < highWater
  }

  drained(): Promise<void> {
    if (this.closed || this.#socket.bufferedAmount < highWater) return Promise.resolve()
    return drained(this.#raw, this.#socket)
  }

  close(code = 1000, reason = ''): void {
    this.#socket.close(code, reason)
  }
}

function messagesOf(socket: WebSocket): AsyncIterable<Uint8Array | string> {
  const waiting: (Uint8Array | string)[] = []
  let ended = false
  let wake: (() => void) | undefined
  const notify = (): void => {
    wake?.()
    wake = undefined
  }
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    waiting.push(isBinary ? data : data.toString('utf8'))
    if (waiting.length > 64) socket.pause()
    notify()
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    ended = true
    notify()
  })
  return {
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const next = waiting.shift()
        if (next !== undefined) {
          if (waiting.length === 0 && socket.isPaused) socket.resume()
          yield next
        } else if (ended) {
          return
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
      }
    },
  }
}
