import { constants, type IncomingHttpHeaders, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2'
import type { TLSSocket } from 'node:tls'
import type { PassiveClock } from 'apimachinery/wait'
import { Cancellation, ClientGone } from '../request/cancellation.js'
import type { Handler, HeaderFields, PeerCertificate, ReceivedRequest, ResponseSink } from '../request/http.js'
import { drained } from './drained.js'
import { emptyBody, IncomingRequest } from './incoming-request.js'
import { peerCertificateOf } from './peer-certificate.js'

/** Settings of socket adapters. */
export interface AdapterOptions {
  readonly handler: Handler<ReceivedRequest>
  readonly clock: PassiveClock
  /** Called with what a handler throws after the response has begun, or that no filter caught. */
  readonly onError: (error: unknown) => void
}

/**
 * Serves the streams of HTTP/2 sessions, over Node's core stream interface: it takes two thirds of the time of the one that
 * looks like HTTP/1.1.
 */
export function serveSession(session: ServerHttp2Session, options: AdapterOptions, received: Received): void {
  const facts = { ...connectionFacts(session), received }
  session.on('stream', (stream: ServerHttp2Stream, headers, ...rest: unknown[]) => {
    const rawHeaders = (rest[1] as string[] | undefined) ?? []
    received.bytes += headSize(rawHeaders)
    serveStream({ stream, headers, rawHeaders, facts }, options)
  })
  // A broken session ends its streams, and each of them reports to its own request.
  session.on('error', ignored)
}

function ignored(): void {}

/** What a session received of requests: their heads, at most, and the contents of their bodies. */
export interface Received {
  bytes: number
}

/** Bytes of a frame and of its fields beside their text, without compression. */
const ofFrame = 9
const ofField = 16

function headSize(rawHeaders: readonly string[]): number {
  return rawHeaders.reduce((size, text) => size + text.length, ofFrame + rawHeaders.length * ofField)
}

function countedBody(stream: ServerHttp2Stream, received: Received): AsyncIterable<Uint8Array> {
  return {
    async *[Symbol.asyncIterator]() {
      for await (const chunk of stream as AsyncIterable<Uint8Array>) {
        received.bytes += chunk.length
        yield chunk
      }
    },
  }
}

interface ReceivedStream {
  readonly stream: ServerHttp2Stream
  readonly headers: IncomingHttpHeaders
  readonly rawHeaders: readonly string[]
  readonly facts: ConnectionFacts & { readonly received: Received }
}

function serveStream({ stream, headers, rawHeaders, facts }: ReceivedStream, options: AdapterOptions): void {
  const method = headers[':method'] ?? 'GET'
  const sink = new Http2Sink(stream, method)
  const cancellation = new Cancellation()
  stream.on('error', ignored)
  stream.once('close', () => {
    // A stream that ends after its response has nothing left to cancel.
    if (sink.gone()) cancellation.cancel(new ClientGone())
  })
  if (stream.destroyed) return
  let request: IncomingRequest
  try {
    request = new IncomingRequest({
      method,
      url: headers[':path'] ?? '/',
      headers,
      rawHeaders,
      httpVersion: '2.0',
      host: headers[':authority'] ?? headers.host ?? '',
      secure: facts.secure,
      remoteAddress: facts.remoteAddress,
      peerCertificate: facts.peerCertificate,
      body: stream.readableEnded || stream.endAfterHeaders ? emptyBody : countedBody(stream, facts.received),
      cancellation,
      receivedAt: new Date(options.clock.now()),
    })
  } catch {
    sink.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' })
    sink.end(Buffer.from('400 Bad Request'))
    return
  }
  options.handler(request, sink).catch((error: unknown) => {
    options.onError(error)
    sink.destroy()
  })
}

interface ConnectionFacts {
  readonly secure: boolean
  readonly remoteAddress: string
  readonly peerCertificate: PeerCertificate | undefined
}

function connectionFacts(session: ServerHttp2Session): ConnectionFacts {
  const socket = session.socket as TLSSocket
  return {
    secure: session.encrypted === true,
    remoteAddress: socket.remoteAddress ?? '',
    peerCertificate: peerCertificateOf(socket),
  }
}

/** Bytes that are passed to a stream at once. */
const wholePiece = 1024 * 1024
const piece = 256 * 1024

class Http2Sink implements ResponseSink {
  readonly #stream: ServerHttp2Stream
  readonly #fields: Record<string, number | string | string[]> = {}
  readonly #hasBody: boolean
  #gone = false
  #ended = false
  status: number | undefined
  bytesWritten = 0

  constructor(stream: ServerHttp2Stream, method: string) {
    this.#stream = stream
    this.#hasBody = method !== 'HEAD'
  }

  /** Says that the stream was closed; true where the response had not ended. */
  gone(): boolean {
    this.#gone = true
    // The head is all of the answer to HEAD.
    return !this.#ended && (this.#hasBody || this.status === undefined)
  }

  get closed(): boolean {
    if (this.#gone || this.#ended || this.#stream.destroyed) return true
    // Node ends the writable side of HEAD before anything is written.
    return this.#hasBody && this.#stream.writableEnded
  }

  setHeader(name: string, value: string | readonly string[]): void {
    this.#fields[name] = typeof value === 'string' ? value : [...value]
  }

  appendHeader(name: string, value: string): void {
    const before = this.#fields[name] as string | string[] | undefined
    this.#fields[name] = before === undefined ? value : [...(typeof before === 'string' ? [before] : before), value]
  }

  writeHead(status: number, headers: HeaderFields = {}): void {
    if (this.status !== undefined) throw new Error('the head of the response was written already')
    this.status = status
    if (this.closed) return
    const fields = this.#fields
    Object.assign(fields, headers)
    const { connection } = fields
    if (connection !== undefined) delete fields.connection
    fields[':status'] = status
    this.#stream.respond(fields)
    // RFC 9113 has no such field: the session takes no more streams, and ends when those that are open have ended.
    if (connection === 'close') this.#stream.session?.close()
  }

  write(chunk: Uint8Array): boolean {
    this.bytesWritten += chunk.length
    return this.closed || !this.#hasBody ? true : this.#stream.write(chunk)
  }

  drained(): Promise<void> {
    if (this.closed || !this.#hasBody || !this.#stream.writableNeedDrain) return Promise.resolve()
    return drained(this.#stream)
  }

  end(chunk?: Uint8Array): void {
    this.bytesWritten += chunk?.length ?? 0
    if (this.closed) return
    this.#refuseRest()
    this.#ended = chunk === undefined || chunk.length <= wholePiece || !this.#hasBody
    if (!this.#hasBody) return
    if (chunk === undefined) this.#stream.end()
    else if (chunk.length <= wholePiece) this.#stream.end(chunk)
    else void this.#endInPieces(chunk)
  }

  /** An unread body is not awaited after the response: RFC 9113, section 8.1. */
  #refuseRest(): void {
    const stream = this.#stream
    if (stream.readableEnded || stream.endAfterHeaders) return
    const refuse = (): void => {
      if (!stream.readableEnded) stream.close(constants.NGHTTP2_NO_ERROR)
    }
    if (stream.writableFinished) refuse()
    else stream.once('finish', refuse)
  }

  /** Memory that a session holds for slow streams counts against its limit, and beyond that new streams are refused. */
  async #endInPieces(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.length && !this.closed; at += piece) {
      if (!this.#stream.write(chunk.subarray(at, at + piece))) await this.drained()
    }
    if (!this.closed) this.#stream.end()
  }

  destroy(): void {
    // `close` with a code ends the stream in order before it resets it: what was written would look like all.
    this.#stream.destroy(new Error('the response was broken off'))
  }
}
