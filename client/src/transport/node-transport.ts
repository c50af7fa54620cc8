import type { TLSMaterialSource } from '../config/tls-material.js'
import { Connector } from './connector.js'
import { Http1Client } from './http1-transport.js'
import { Http2Session, type WatchdogOptions } from './http2-session.js'
import type { WebSocketOwner } from './node-web-socket.js'
import type {
  Transport,
  TransportRequest,
  TransportResponse,
  UpgradeRefused,
  UpgradeRequest,
  WebSocketConnection,
} from './transport.js'
import { isTransportError, TransportError } from './transport-error.js'
import { untilAborted } from './until-aborted.js'

/** How a {@link NodeTransport} reaches its server. */
export interface NodeTransportOptions {
  /** Address of the server, with the path prefix of all requests, if any. */
  readonly server: URL
  readonly tls: TLSMaterialSource
  readonly proxy?: URL | undefined
  /** HTTP/1.1 only, or what ALPN agrees on. Default `auto`; plain addresses are HTTP/1.1. */
  readonly protocol?: 'auto' | 'http1' | undefined
  /** Accept gzip. Default true. */
  readonly compression?: boolean | undefined
  readonly connectTimeoutMilliseconds?: number | undefined
  readonly watchdog?: WatchdogOptions | undefined
}

/** Sends requests over `node:http2` if the server supports it, otherwise over `node:http` and `node:https`. */
export class NodeTransport implements Transport {
  readonly #options: NodeTransportOptions
  readonly #connector: Connector
  readonly #http1: Http1Client
  readonly #prefix: string
  readonly #compression: boolean
  readonly #sessions = new Set<Http2Session>()
  readonly #webSockets: WebSocketOwner
  #connecting: Promise<Http2Session | undefined> | undefined
  #speaksHttp2: boolean
  #closed = false

  constructor(options: NodeTransportOptions) {
    const { server, tls, proxy, connectTimeoutMilliseconds: timeoutMilliseconds } = options
    this.#options = options
    this.#prefix = server.pathname.replace(/\/$/, '')
    this.#compression = options.compression ?? true
    this.#connector = new Connector({ server, tls, proxy, timeoutMilliseconds })
    this.#http1 = new Http1Client(server, this.#connector)
    this.#webSockets = {
      server,
      connector: this.#connector,
      open: new Set(),
      pingMilliseconds: options.watchdog?.webSocketPingMilliseconds ?? 5000,
      silenceMilliseconds: options.watchdog?.webSocketSilenceMilliseconds ?? 60_000,
    }
    this.#speaksHttp2 = server.protocol === 'https:' && options.protocol !== 'http1'
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    this.#check(request.signal)
    const prefixed = this.#prefix === '' ? request : { ...request, path: this.#prefix + request.path }
    const canRepeat = request.body === undefined || request.body instanceof Uint8Array
    for (let attempt = 1; ; attempt++) {
      try {
        const session = await this.#session(request.signal)
        if (session === undefined) return await this.#http1.send(prefixed, this.#compression)
        return await session.send(prefixed, this.#compression)
      } catch (error) {
        // Requests that the server reports as unprocessed are sent again on another connection, as in Go's HTTP/2.
        if (!canRepeat || attempt >= 4 || this.#closed || !isTransportError(error, 'Unsent')) throw error
      }
    }
  }

  async upgrade(request: UpgradeRequest): Promise<WebSocketConnection | UpgradeRefused> {
    this.#check(request.signal)
    const { openWebSocket } = await import('./node-web-socket.js')
    const prefixed = { ...request, path: this.#prefix + request.path }
    return openWebSocket(this.#webSockets, prefixed)
  }

  async close(): Promise<void> {
    this.#closed = true
    const error = new TransportError('Closed', 'the transport is closed')
    this.#connector.close()
    for (const session of this.#sessions) session.destroy(error)
    for (const cut of this.#webSockets.open) cut(error)
    this.#http1.close()
    await this.#connecting?.catch(() => undefined)
  }

  /** How many connections of HTTP/2 are open. */
  get connections(): number {
    return this.#sessions.size
  }

  #check(signal: AbortSignal | undefined): void {
    if (this.#closed) throw new TransportError('Closed', 'the transport is closed')
    signal?.throwIfAborted()
  }

  /** A connection with a stream reserved for a request; `undefined` if the server supports only HTTP/1.1. */
  async #session(signal: AbortSignal | undefined): Promise<Http2Session | undefined> {
    while (this.#speaksHttp2) {
      const { key } = await this.#options.tls.current()
      for (const session of this.#sessions) {
        if (session.materialKey !== key) session.retire()
        else if (session.reserve()) return session
      }
      this.#connecting ??= this.#connect().finally(() => {
        this.#connecting = undefined
      })
      await untilAborted(this.#connecting, signal)
      this.#check(signal)
    }
    return undefined
  }

  async #connect(): Promise<Http2Session | undefined> {
    const connection = await this.#connector.connect(['h2', 'http/1.1'])
    if (this.#closed || connection.protocol !== 'h2') {
      connection.socket.destroy()
      this.#speaksHttp2 = this.#closed
      return undefined
    }
    const session = new Http2Session(this.#options.server, connection, {
      ...this.#options.watchdog,
      onEnd: (ended) => this.#sessions.delete(ended),
    })
    this.#sessions.add(session)
    await session.ready
    return session
  }
}
