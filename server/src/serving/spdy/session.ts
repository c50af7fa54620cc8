import type { Duplex } from 'node:stream'
import { drained } from '../drained.js'
import { dataFrame, openFrame, pingFrame, replyFrame, resetFrame, type SpdyFrame, SpdyFrameReader } from './frames.js'
import { SpdyHeaderReader, type SpdyHeaders } from './header-reader.js'

/** One direction each way over a session. */
export interface SpdyStream {
  /** The data that the peer sends; ends with its last frame, and with the session. */
  readonly received: AsyncIterable<Uint8Array>
  /** Resolves when more may be sent. */
  send(data: Uint8Array): Promise<void>
  /** Nothing more is sent. */
  end(): void
}

/** A stream that the peer has opened. */
export interface AcceptedStream extends SpdyStream {
  readonly id: number
  readonly headers: SpdyHeaders
  /** Ends both directions. */
  reset(): void
}

/** Takes the streams of a peer; `false` refuses one. */
export type AcceptStream = (stream: AcceptedStream) => boolean

/** Milliseconds between pings, which keep an idle connection alive. */
const pingPeriod = 5000

/** Streams over one connection: those that this side opens, or, with `accept`, those that the peer opens. `close` ends all of them. */
export class SpdySession {
  readonly #connection: Duplex
  readonly #accept: AcceptStream | undefined
  /** Absent where the peer opens no streams: it holds memory outside of the heap. */
  readonly #headers: SpdyHeaderReader | undefined
  readonly #streams = new Map<number, OpenStream>()
  readonly #pings: NodeJS.Timeout
  readonly #reading: Promise<void>
  #next = 1
  #ping: number
  #hasReplied = false

  constructor(connection: Duplex, accept?: AcceptStream) {
    this.#connection = connection
    this.#accept = accept
    this.#headers = accept && new SpdyHeaderReader()
    this.#ping = accept === undefined ? 1 : 2
    connection.on('error', () => {})
    this.#pings = setInterval(() => {
      this.#write(pingFrame(this.#ping))
      this.#ping += 2
    }, pingPeriod)
    this.#pings.unref()
    this.#reading = this.#read()
  }

  /** Resolves when the connection has ended. */
  get ended(): Promise<void> {
    return this.#reading
  }

  open(headers: SpdyHeaders): SpdyStream {
    const id = this.#next
    this.#next += 2
    const stream = this.#add(id)
    this.#write(openFrame(id, headers, id === 1))
    return stream
  }

  /** Ends all streams and the connection. */
  async close(): Promise<void> {
    clearInterval(this.#pings)
    this.#connection.destroy()
    await this.#reading
  }

  /** Ends the streams in this direction, and the connection when the peer has all that was sent. */
  async finish(): Promise<void> {
    clearInterval(this.#pings)
    for (const stream of this.#streams.values()) stream.end()
    const flushed = new Promise<void>((resolve) => {
      this.#connection.once('close', () => resolve())
      this.#connection.end(() => resolve())
    })
    await flushed
    await this.close()
  }

  #add(id: number): OpenStream {
    const stream = new OpenStream(
      (data, last) => this.#write(dataFrame(id, data, last)),
      () => this.#streams.delete(id),
    )
    this.#streams.set(id, stream)
    return stream
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (this.#connection.destroyed || this.#connection.writableEnded) return
    if (!this.#connection.write(bytes)) await drained(this.#connection)
  }

  async #read(): Promise<void> {
    const reader = new SpdyFrameReader()
    try {
      for await (const chunk of this.#connection) {
        for (const frame of reader.push(chunk)) await this.#take(frame)
      }
    } catch {
      // The streams end with their connection.
      this.#connection.destroy()
    }
    clearInterval(this.#pings)
    this.#headers?.close()
    for (const stream of this.#streams.values()) stream.finish()
  }

  async #take(frame: SpdyFrame): Promise<void> {
    // Pings of this side come back with their own numbers.
    if (frame.type === 'ping') return frame.id % 2 === this.#ping % 2 ? undefined : this.#write(pingFrame(frame.id))
    if (frame.type === 'goAway') return
    if (frame.type === 'open') return this.#open(frame)
    const stream = this.#streams.get(frame.stream)
    if (frame.type === 'data' && frame.payload.length > 0) await stream?.take(frame.payload)
    if (frame.type === 'reset') stream?.finish(true)
    else if (frame.type !== 'reply' && frame.last) stream?.finish()
  }

  async #open({ stream: id, headers: block, last }: SpdyFrame & { readonly type: 'open' }): Promise<void> {
    const headers = await this.#headers?.read(block)
    const accept = this.#accept
    if (accept === undefined || headers === undefined || this.#streams.has(id)) return this.#write(resetFrame(id, 3))
    const stream = this.#add(id)
    const reset = (): void => {
      void this.#write(resetFrame(id, 5))
      stream.finish(true)
    }
    await this.#write(replyFrame(id, !this.#hasReplied))
    this.#hasReplied = true
    const { received } = stream
    const accepted: AcceptedStream = {
      id,
      headers,
      received,
      send: (data) => stream.send(data),
      end: () => stream.end(),
      reset,
    }
    if (last) stream.finish()
    if (!accept(accepted)) reset()
  }
}

class OpenStream implements SpdyStream {
  readonly #write: (data: Uint8Array, last: boolean) => Promise<void>
  /** Called when neither side sends any more. */
  readonly #closed: () => void
  readonly #waiting: Uint8Array[] = []
  #finished = false
  #ended = false
  #wake: (() => void) | undefined
  #taken: (() => void) | undefined

  constructor(write: (data: Uint8Array, last: boolean) => Promise<void>, closed: () => void) {
    this.#write = write
    this.#closed = closed
  }

  async send(data: Uint8Array): Promise<void> {
    if (!this.#ended) await this.#write(data, false)
  }

  end(): void {
    if (this.#ended) return
    this.#ended = true
    void this.#write(new Uint8Array(), true)
    if (this.#finished) this.#closed()
  }

  get received(): AsyncIterable<Uint8Array> {
    return { [Symbol.asyncIterator]: () => this.#chunks() }
  }

  /** Resolves when the reader has taken what waited before: a slow one makes the other side wait. */
  async take(data: Uint8Array): Promise<void> {
    if (this.#finished) return
    this.#waiting.push(data)
    this.#wake?.()
    if (this.#waiting.length <= mayWait) return
    await new Promise<void>((resolve) => {
      this.#taken = resolve
    })
  }

  /** @param isReset - nothing can be sent either */
  finish(isReset = false): void {
    this.#finished = true
    this.#ended ||= isReset
    this.#wake?.()
    this.#taken?.()
    if (this.#ended) this.#closed()
  }

  async *#chunks(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const next = this.#waiting.shift()
      if (next !== undefined) {
        this.#taken?.()
        yield next
      } else if (this.#finished) return
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
      }
    }
  }
}

/** Pieces that may wait for the reader of a stream. */
const mayWait = 64
