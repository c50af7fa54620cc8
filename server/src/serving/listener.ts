import type { Server as Http1Server } from 'node:http'
import {
  constants,
  createServer as createHttp2Server,
  type Http2Server,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TLSSocket, type TlsOptions } from 'node:tls'
import { closeSoon } from './end-soon.js'
import { FrameBudget } from './frame-budget.js'
import { newHttp1Server } from './http1-server.js'
import { type AdapterOptions, type Received, serveSession } from './http2-adapter.js'
import { isLoopback } from './is-loopback.js'
import { StreamExchange } from './peer-exchanges.js'
import { StalledPeers } from './stalled-peers.js'

/** Where and how to listen. */
export interface ListenerOptions extends AdapterOptions {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  /** TLS options of Node, certificates among them; without them the port is plain HTTP/1.1. */
  readonly tls?: TlsOptions | undefined
  readonly limits?: ConnectionLimits | undefined
  /** Offers HTTP/1.1 alone; default false. */
  readonly disableHttp2?: boolean | undefined
  /** Allows several processes to listen on the port, from Node 23.1 on; default false. */
  readonly reusePort?: boolean | undefined
}

/** Limits of one connection. */
export interface ConnectionLimits {
  /** Streams of HTTP/2 that one connection may have open; upstream's default is 250. */
  readonly maxConcurrentStreams?: number | undefined
  /** Bytes of all header fields of a request; upstream's default is 1 MiB. */
  readonly maxHeaderBytes?: number | undefined
  /** Milliseconds until the head of a request must be there; upstream's default is 32 s. */
  readonly headerTimeout?: number | undefined
  /** Milliseconds that a connection may be idle; upstream's default is 90 s. */
  readonly idleTimeout?: number | undefined
  /** Milliseconds until the TLS handshake must be done; upstream's default is 10 s. */
  readonly handshakeTimeout?: number | undefined
  /** Milliseconds that a peer may leave an answer unread, or the rest of a body unsent; 60 s by default, as long as upstream gives a request. */
  readonly stallTimeout?: number | undefined
}

type Limits = { readonly [K in keyof ConnectionLimits]-?: number }

const defaults: Limits = {
  maxConcurrentStreams: 250,
  maxHeaderBytes: 1 << 20,
  headerTimeout: 32_000,
  idleTimeout: 90_000,
  handshakeTimeout: 10_000,
  stallTimeout: 60_000,
}

/** Those that are given, and the defaults of the others. */
function limitsOf(given: ConnectionLimits = {}): Limits {
  const set = Object.entries(given).filter(([, limit]) => limit !== undefined)
  return { ...defaults, ...Object.fromEntries(set) }
}

/** Connections that may wait until they are accepted: what Go takes on Linux. */
const backlog = 4096

/** Milliseconds between two looks at what sessions of HTTP/2 spend on frames. */
const budgetInterval = 1000

interface SessionBudget {
  readonly budget: FrameBudget
  readonly received: Received
}

/** A port for HTTP/2 and HTTP/1.1 over TLS (chosen by ALPN), or HTTP/1.1 without. */
export class Listener {
  readonly #options: ListenerOptions
  readonly #limits: Limits
  readonly #server: Server
  readonly #http1: Http1Server
  readonly #http2: Http2Server
  readonly #sockets = new Set<Socket>()
  readonly #sessions = new Set<ServerHttp2Session>()
  readonly #peers: StalledPeers
  readonly #budgets = new Map<ServerHttp2Session, SessionBudget>()
  readonly #budgetTimer: NodeJS.Timeout

  constructor(options: ListenerOptions) {
    this.#options = options
    this.#limits = limitsOf(options.limits)
    this.#peers = new StalledPeers(this.#limits.stallTimeout)
    this.#budgetTimer = setInterval(() => this.#endFloods(), budgetInterval)
    this.#budgetTimer.unref()
    this.#http1 = newHttp1Server({ ...options, limits: this.#limits, peers: this.#peers })
    this.#http2 = this.#newHttp2()
    this.#server = options.tls === undefined ? this.#newPlain() : this.#newSecure(options.tls)
    // A connection that cannot be accepted (too many files open) is no reason to end the server.
    this.#server.on('error', options.onError)
  }

  /**
   * Listens. Throws the error of the operating system when the address cannot be had, and `RangeError` for a port without TLS
   * that others could reach.
   */
  async listen(): Promise<AddressInfo> {
    const { host, port, tls, reusePort = false } = this.#options
    if (tls === undefined && !isLoopback(host)) throw new RangeError(`${host} is not a loopback address: it needs TLS`)
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen({ host, port, backlog, ...(reusePort && { reusePort }) }, () => {
        this.#server.off('error', reject)
        resolve()
      })
    })
    return this.#server.address() as AddressInfo
  }

  /** New certificates for new connections. */
  setSecureContext(tls: TlsOptions): void {
    if ('setSecureContext' in this.#server) (this.#server as ReturnType<typeof createTlsServer>).setSecureContext(tls)
  }

  /** Connections that are open. */
  get connections(): number {
    return this.#sockets.size
  }

  /** Accepts no more connections, and asks the open ones to send no more requests. Resolves at once. */
  drain(): void {
    this.#server.close()
    this.#http1.closeIdleConnections()
    for (const session of this.#sessions) session.close()
  }

  /** Ends every connection. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve())
    })
    this.#peers.stop()
    clearInterval(this.#budgetTimer)
    for (const session of this.#sessions) session.destroy()
    for (const socket of this.#sockets) socket.destroy()
    this.#http1.close()
    this.#http2.close()
    await closed
  }

  #now(): number {
    return this.#options.clock.now()
  }

  /** Ends sessions that send frames and no requests. */
  #endFloods(): void {
    const now = this.#now()
    for (const [session, { budget, received }] of this.#budgets) {
      if (session.destroyed) continue
      const { bytesRead, bytesWritten } = session.socket
      const traffic = { read: bytesRead, written: bytesWritten, useful: received.bytes }
      if (budget.isSpent(traffic, now)) session.destroy(undefined, constants.NGHTTP2_ENHANCE_YOUR_CALM)
    }
  }

  #newPlain(): Server {
    return createTcpServer((socket) => {
      this.#track(socket)
      this.#http1.emit('connection', socket)
    })
  }

  #newSecure(tls: TlsOptions): Server {
    const { handshakeTimeout } = this.#limits
    const server = createTlsServer({
      ...tls,
      handshakeTimeout,
      ALPNProtocols: this.#options.disableHttp2 === true ? ['http/1.1'] : ['h2', 'http/1.1'],
    })
    server.on('connection', (socket: Socket) => this.#track(socket))
    server.on('secureConnection', (socket: TLSSocket) => {
      ;(socket.alpnProtocol === 'h2' ? this.#http2 : this.#http1).emit('connection', socket)
    })
    // A peer that breaks off the handshake is its own problem.
    server.on('tlsClientError', (_error, socket) => socket.destroy())
    return server
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => {})
    socket.once('close', () => this.#sockets.delete(socket))
  }

  #newHttp2(): Http2Server {
    const { maxConcurrentStreams, maxHeaderBytes, idleTimeout } = this.#limits
    const server = createHttp2Server({
      maxHeaderListPairs: 256,
      // Bounds what a flood of empty or broken frames may cost before the session is closed.
      maxSessionInvalidFrames: 100,
      maxSessionMemory: 64,
      settings: { maxConcurrentStreams, maxHeaderListSize: maxHeaderBytes, initialWindowSize: 256 * 1024 },
    })
    server.on('session', (session) => {
      this.#sessions.add(session)
      session.once('close', () => {
        this.#sessions.delete(session)
        this.#budgets.delete(session)
      })
      let open = 0
      session.on('stream', (stream: ServerHttp2Stream) => {
        open++
        const exchange = new StreamExchange(session, stream)
        this.#peers.add(exchange)
        stream.once('close', () => {
          open--
          this.#peers.delete(exchange)
        })
      })
      // Quiet watches keep their session: only one without streams is idle.
      session.setTimeout(idleTimeout, () => {
        if (open === 0) closeSoon(session)
      })
      const received = { bytes: 0 }
      this.#budgets.set(session, { budget: new FrameBudget(this.#now()), received })
      serveSession(session, this.#options, received)
    })
    server.on('sessionError', () => {})
    return server
  }
}
