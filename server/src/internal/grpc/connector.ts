import { messageOf } from 'apimachinery/errors'
import { Http2Connection } from '../http2/http2-connection.js'
import type { KeepaliveTimes } from '../http2/keepalive.js'
import { dial, type Target } from './dial.js'

/** Until a server must have said that it speaks HTTP/2. Source: `MIN_CONNECT_TIMEOUT` of gRPC's connection back-off. */
const connectTimeout = 20_000

export interface ConnectHandlers {
  ready(connection: Http2Connection): void
  /** There may be room for calls again. */
  room(): void
  /** The connection takes no new calls; `pings`: it got too many. */
  draining(connection: Http2Connection, reason: { readonly pings: boolean }): void
  /** The connection has ended; undefined: there was none. */
  closed(connection: Http2Connection | undefined, error: Error): void
}

/** An attempt to connect, which lasts until the server has said that it speaks HTTP/2. */
export interface Attempt {
  cancel(): void
}

export function connectTo(target: Target, keepalive: KeepaliveTimes, handlers: ConnectHandlers): Attempt {
  let connection: Http2Connection | undefined
  let ready: Http2Connection | undefined
  let isOver = false
  const over = (error: Error): void => {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    socket.destroy()
    handlers.closed(ready, error)
  }
  const socket = dial(target, () => {
    connection = new Http2Connection(socket, {
      keepalive,
      ready: () => {
        clearTimeout(timer)
        ready = connection
        handlers.ready(connection!)
      },
      room: () => handlers.room(),
      draining: (reason) => handlers.draining(connection!, reason),
      closed: over,
    })
  })
  socket.on('error', over)
  const timer = setTimeout(() => cancel(`no answer in ${connectTimeout / 1000} seconds`), connectTimeout)
  const cancel = (why: string): void => {
    const error = new Error(why)
    connection?.close(error)
    over(error)
  }
  return { cancel: () => cancel('the channel was closed') }
}

/** The details of the error of a call that was not sent. */
export function notConnected(error: unknown): string {
  // Each address of a name has its own error.
  const words = error instanceof AggregateError ? error.errors.map(messageOf).join('; ') : messageOf(error)
  return `No connection established. Last error: ${words}`
}
