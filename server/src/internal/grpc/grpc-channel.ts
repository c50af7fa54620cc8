import type { Http2Connection } from '../http2/http2-connection.js'
import type { KeepaliveTimes } from '../http2/keepalive.js'
import { Backoff } from './backoff.js'
import type { CallOwner, CallStream } from './call-stream.js'
import { type Attempt, connectTo, notConnected } from './connector.js'
import { authorityOf, type Target } from './dial.js'
import { GRPCError, grpcStatus, isGRPCError } from './grpc-status.js'
import { GRPCStream, type GRPCStreamReader } from './grpc-stream.js'
import { RequestHeaders } from './request-headers.js'
import { type GRPCCall, UnaryCall } from './unary-call.js'

/** How a server is reached. */
export interface GRPCChannelOptions extends Target {
  /** Milliseconds in which nothing came, while calls run, until the server is pinged, and for its answer. Default: 30,000 and 10,000. */
  readonly keepaliveTime?: number | undefined
  readonly keepaliveTimeout?: number | undefined
}

/**
 * A connection to a server of gRPC, made when it is needed, and made again after it was lost. Messages are bytes of any size, never
 * compressed. While a server cannot be reached, calls fail at once until it is time to try again.
 */
export class GRPCChannel {
  readonly #target: Target
  readonly #headers: RequestHeaders
  readonly #backoff = new Backoff()
  #keepalive: KeepaliveTimes
  #connection: Http2Connection | undefined
  /** All that have not ended, also those that take no new calls. */
  readonly #connections = new Set<Http2Connection>()
  #attempt: Attempt | undefined
  #lastError: unknown
  /** Calls without a connection, or without room on it, in their order. */
  readonly #waiting = new Set<CallStream>()
  #isClosed = false

  constructor({ address, tls, keepaliveTime = 30_000, keepaliveTimeout = 10_000 }: GRPCChannelOptions) {
    this.#target = { address, tls }
    this.#headers = new RequestHeaders({ authority: authorityOf(address), isSecure: tls !== undefined })
    this.#keepalive = { time: keepaliveTime, timeout: keepaliveTimeout }
  }

  /** The answer of a call. Rejects with a {@link GRPCError}, or with the reason of the signal. */
  call(call: GRPCCall): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      const running = new UnaryCall(this.#owner, { call, headers: this.#headers }, (error, answer) => {
        if (answer === undefined || error !== undefined) reject(error)
        else resolve(answer)
      })
      this.#begin(running)
    })
  }

  /** Messages in both directions, without a deadline. */
  stream(path: string, metadata: Readonly<Record<string, string>>, reader: GRPCStreamReader): GRPCStream {
    return new GRPCStream(this.#owner, { path, metadata }, { headers: this.#headers, reader })
  }

  /** Takes no more calls. Those that were sent have their time to end; those that were not fail. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#connection = undefined
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const call of waiting) call.fail(closed())
    this.#attempt?.cancel()
    for (const connection of [...this.#connections]) connection.end()
  }

  readonly #owner: CallOwner = {
    begin: (call) => this.#begin(call),
    forget: (call) => void this.#waiting.delete(call),
  }

  #begin(call: CallStream): void {
    if (call.isOver) return
    const isAway = this.#connection === undefined && this.#attempt === undefined
    if (this.#isClosed) call.fail(closed())
    else if (this.#waiting.size === 0 && this.#connection?.hasRoom === true) start(call, this.#connection)
    else if (isAway && this.#backoff.isEarly(performance.now())) call.fail(unreachable(this.#lastError))
    else {
      this.#waiting.add(call)
      if (isAway) this.#connect()
    }
  }

  #connect(): void {
    try {
      this.#attempt = connectTo(this.#target, this.#keepalive, {
        ready: (connection) => this.#connected(connection),
        room: () => this.#startWaiting(),
        draining: (connection, reason) => this.#draining(connection, reason),
        closed: (connection, error) => this.#disconnected(connection, error),
      })
    } catch (error) {
      // An address that is none, or certificates that are none.
      this.#disconnected(undefined, error)
    }
  }

  #connected(connection: Http2Connection): void {
    this.#attempt = undefined
    this.#backoff.succeeded()
    this.#connection = connection
    this.#connections.add(connection)
    this.#startWaiting()
  }

  #startWaiting(): void {
    if (this.#waiting.size === 0) return
    for (const call of this.#waiting) {
      const connection = this.#connection
      if (connection?.hasRoom !== true) return
      this.#waiting.delete(call)
      start(call, connection)
    }
  }

  #draining(connection: Http2Connection, { pings }: { readonly pings: boolean }): void {
    if (pings) this.#keepalive = { ...this.#keepalive, time: this.#keepalive.time * 2 }
    this.#leave(connection)
  }

  #disconnected(connection: Http2Connection | undefined, error: unknown): void {
    if (connection !== undefined) {
      this.#connections.delete(connection)
      this.#leave(connection)
      return
    }
    this.#attempt = undefined
    this.#lastError = error
    this.#backoff.failed(performance.now())
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const call of waiting) call.fail(unreachable(error))
  }

  /** Takes another connection for what waits, and for what comes. */
  #leave(connection: Http2Connection): void {
    if (this.#connection !== connection) return
    this.#connection = undefined
    if (this.#waiting.size > 0 && this.#attempt === undefined && !this.#isClosed) this.#connect()
  }
}

function start(call: CallStream, connection: Http2Connection): void {
  try {
    call.start(connection)
  } catch (error) {
    if (!isGRPCError(error)) throw error
    call.fail(error)
  }
}

function closed(): GRPCError {
  return new GRPCError(grpcStatus.UNAVAILABLE, 'The channel was closed')
}

function unreachable(error: unknown): GRPCError {
  return new GRPCError(grpcStatus.UNAVAILABLE, notConnected(error))
}
