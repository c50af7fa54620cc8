import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
} from 'node:http2'
import type { Connection } from './connector.js'
import { decompressed } from './decompress.js'
import { drained } from './drained.js'
import { isReset } from './lost-connection.js'
import { NodeBody } from './node-body.js'
import type { TransportRequest, TransportResponse } from './transport.js'
import { TransportError, transportError } from './transport-error.js'

const { NGHTTP2_CANCEL, NGHTTP2_REFUSED_STREAM, NGHTTP2_NO_ERROR } = constants
const streamWindow = 4 * 1024 * 1024
const connectionWindow = 1024 * 1024 * 1024
/** How often a connection is looked at, at least. */
const longestTick = 1000

/** When a connection is held to be dead. */
export interface WatchdogOptions {
  /** Quiet for so long: a PING is sent. Default 30 s. */
  readonly readIdleMilliseconds?: number | undefined
  /** No answer to it for so long: the connection is closed. Default 15 s. */
  readonly pingTimeoutMilliseconds?: number | undefined
  /** A web socket is pinged so often. Default 5 s. */
  readonly webSocketPingMilliseconds?: number | undefined
  /** Nothing has come over a web socket for so long, no answer to a ping either: it is cut. Default 60 s. */
  readonly webSocketSilenceMilliseconds?: number | undefined
  /** Without a request for so long: the connection is closed. Default 90 s. */
  readonly idleMilliseconds?: number | undefined
}

/** One HTTP/2 connection, with a watchdog that detects a dead peer. */
export class Http2Session {
  readonly materialKey: string
  readonly #session: ClientHttp2Session
  readonly #connection: Connection
  readonly #onEnd: (session: Http2Session) => void
  readonly #watchdog: {
    readonly readIdleMilliseconds: number
    readonly pingTimeoutMilliseconds: number
    readonly idleMilliseconds: number
  }
  #limit = 100
  #open = 0
  /** The last stream that the server looked at, once it takes no more. */
  #lastStream: number | undefined
  #retired = false
  #why: Error | undefined
  #timer: NodeJS.Timeout | undefined
  #bytesRead = 0
  #quietSince = 0
  #idleSince = 0

  constructor(server: URL, connection: Connection, options: WatchdogOptions & { onEnd(session: Http2Session): void }) {
    this.materialKey = connection.materialKey
    this.#connection = connection
    this.#onEnd = options.onEnd
    this.#watchdog = {
      readIdleMilliseconds: options.readIdleMilliseconds ?? 30_000,
      pingTimeoutMilliseconds: options.pingTimeoutMilliseconds ?? 15_000,
      idleMilliseconds: options.idleMilliseconds ?? 90_000,
    }
    this.#session = connect(server.origin, {
      createConnection: () => connection.socket,
      settings: { enablePush: false, initialWindowSize: streamWindow },
      maxSessionMemory: 1024,
    })
    this.#listen()
    this.ready = new Promise((resolve) => {
      this.#session.once('remoteSettings', () => resolve())
      this.#session.once('close', () => resolve())
    })
    this.#quietSince = this.#idleSince = performance.now()
    this.#schedule(this.#tick())
    // An idle connection does not keep the process alive; one that is awaited does.
    this.ready.then(() => setImmediate(() => this.#unrefIdle()))
  }

  /** Whether a request can be sent now. */
  get usable(): boolean {
    return !this.#retired && !this.#session.closed && !this.#session.destroyed && this.#open < this.#limit
  }

  /** Reserves a stream for a request, which has to be sent with {@link send}; false if there is none. */
  reserve(): boolean {
    if (!this.usable || this.#endIfReset()) return false
    this.#opened()
    return true
  }

  /** Resolves when the server has sent its limit of concurrent streams, or the connection has ended. */
  readonly ready: Promise<void>

  /** Takes no new request; ends when those that are open have ended. */
  retire(): void {
    this.#retired = true
    if (this.#open === 0) this.destroy()
  }

  destroy(error?: Error): void {
    this.#why ??= error
    clearTimeout(this.#timer)
    this.#session.destroy()
    this.#connection.socket.destroy()
  }

  send(request: TransportRequest, compression: boolean): Promise<TransportResponse> {
    const { signal, body } = request
    return new Promise((resolve, reject) => {
      let stream: ClientHttp2Stream
      try {
        signal?.throwIfAborted()
        stream = this.#session.request(outgoing(request, compression), { endStream: body === undefined })
      } catch (error) {
        this.#closed()
        reject(
          signal?.aborted === true ? error : transportError('Unsent', 'the connection takes no more requests', error),
        )
        return
      }
      stream.once('close', () => this.#closed())
      const abort = (): void => {
        stream.close(NGHTTP2_CANCEL)
        reject(signal?.reason)
      }
      const forget = (): void => signal?.removeEventListener('abort', abort)
      const fail = (error?: Error): void => {
        forget()
        reject(signal?.aborted === true ? signal.reason : this.#failure(stream, error))
      }
      signal?.addEventListener('abort', abort, { once: true })
      stream.once('response', (headers) => {
        forget()
        stream.off('error', fail)
        stream.off('close', fail)
        resolve(responseOf(stream, headers, signal))
      })
      stream.once('error', fail)
      stream.once('close', fail)
      if (body !== undefined) sendBody(stream, body, reject)
    })
  }

  #opened(): void {
    this.#open++
    if (this.#open === 1) this.#session.ref()
  }

  #closed(): void {
    this.#open--
    if (this.#open > 0) return
    this.#idleSince = performance.now()
    if (this.#retired) this.destroy()
    else this.#unrefIdle()
  }

  #unrefIdle(): void {
    if (this.#open === 0 && !this.#session.destroyed) this.#session.unref()
  }

  #failure(stream: ClientHttp2Stream, error: Error | undefined): TransportError {
    // Only the server's own message counts: a connection that fails here closes its streams with the same code.
    const isBehind = this.#lastStream !== undefined && (stream.id ?? 0) > this.#lastStream
    const refused = isBehind || (stream.rstCode === NGHTTP2_REFUSED_STREAM && !this.#session.destroyed)
    const cause = this.#why ?? error ?? new Error('the connection was closed')
    return transportError(refused ? 'Unsent' : 'ConnectionLost', 'http2: client connection lost', cause)
  }

  #listen(): void {
    const session = this.#session
    session.setLocalWindowSize?.(connectionWindow)
    session.on('remoteSettings', ({ maxConcurrentStreams }) => {
      if (maxConcurrentStreams !== undefined) this.#limit = Math.min(maxConcurrentStreams, 2 ** 31 - 1)
    })
    session.on('goaway', (_code, lastStreamID) => {
      this.#retired = true
      this.#lastStream = lastStreamID
    })
    session.on('error', (error) => {
      this.#why ??= error
    })
    session.once('close', () => {
      clearTimeout(this.#timer)
      this.#connection.socket.destroy()
      this.#onEnd(this)
    })
  }

  #tick(): number {
    const { readIdleMilliseconds, pingTimeoutMilliseconds, idleMilliseconds } = this.#watchdog
    return Math.max(10, Math.min(readIdleMilliseconds, pingTimeoutMilliseconds, idleMilliseconds, longestTick * 2) / 2)
  }

  #schedule(milliseconds: number): void {
    this.#timer = setTimeout(() => this.#look(), milliseconds)
    this.#timer.unref()
  }

  #look(): void {
    if (this.#session.destroyed || this.#endIfReset()) return
    const now = performance.now()
    const { bytesRead } = this.#connection.socket
    if (bytesRead !== this.#bytesRead) {
      this.#bytesRead = bytesRead
      this.#quietSince = now
    }
    if (this.#open === 0 && now - this.#idleSince >= this.#watchdog.idleMilliseconds) {
      this.retire()
      return
    }
    if (now - this.#quietSince >= this.#watchdog.readIdleMilliseconds) this.#ping()
    else this.#schedule(this.#tick())
  }

  #endIfReset(): boolean {
    if (!isReset(this.#connection.tcp)) return false
    this.destroy(new TransportError('ConnectionLost', 'http2: client connection lost: connection reset by peer'))
    return true
  }

  #ping(): void {
    const late = setTimeout(() => {
      const error = new TransportError('ConnectionLost', 'http2: client connection lost: no answer to PING')
      this.destroy(error)
    }, this.#watchdog.pingTimeoutMilliseconds)
    late.unref()
    this.#timer = late
    const answered = (): void => {
      clearTimeout(late)
      if (this.#session.destroyed) return
      this.#quietSince = performance.now()
      this.#bytesRead = this.#connection.socket.bytesRead
      this.#schedule(this.#tick())
    }
    try {
      this.#session.ping((error) => {
        if (error === null) answered()
      })
    } catch {
      clearTimeout(late)
      this.destroy()
    }
  }
}

function outgoing(
  { method, path, headers }: TransportRequest,
  compression: boolean,
): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = { ':method': method, ':path': path }
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined && name !== 'host') fields[name] = value as string | string[]
  }
  if (compression) fields['accept-encoding'] = 'gzip'
  return fields
}

function sendBody(
  stream: ClientHttp2Stream,
  body: Uint8Array | AsyncIterable<Uint8Array>,
  reject: (error: unknown) => void,
): void {
  if (body instanceof Uint8Array) {
    stream.end(body)
    return
  }
  const send = async (): Promise<void> => {
    for await (const chunk of body) {
      if (stream.destroyed) return
      if (!stream.write(chunk)) await drained(stream)
    }
    stream.end()
  }
  send().catch((error: unknown) => {
    reject(error)
    stream.close(NGHTTP2_CANCEL)
  })
}

function responseOf(
  stream: ClientHttp2Stream,
  headers: IncomingHttpHeaders & IncomingHttpStatusHeader,
  signal: AbortSignal | undefined,
): TransportResponse {
  const { stream: readable, length } = decompressed(stream, headers)
  const body = new NodeBody({
    stream: readable,
    length,
    signal,
    cutShort: () => {
      if (stream.rstCode !== NGHTTP2_NO_ERROR) return `stream error ${stream.rstCode}`
      return stream.aborted ? 'the connection was lost' : undefined
    },
    cancel: () => {
      if (!stream.destroyed && !stream.readableEnded) stream.close(NGHTTP2_CANCEL)
      // Remaining buffers are discarded; otherwise the stream would never close.
      stream.resume()
    },
  })
  return { status: headers[':status'] ?? 0, headers, body }
}
