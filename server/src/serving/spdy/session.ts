import type { Duplex } from 'node:stream'
import { drained } from '../drained.js'
import { dataFrame, openFrame, pingFrame, type SpdyFrame, SpdyFrameReader } from './frames.js'

/** One direction each way over a session. */
export interface SpdyStream {
  /** The data that the peer sends; ends with its last frame, and with the session. */
  readonly received: AsyncIterable<Uint8Array>
  /** Resolves when more may be sent. */
  send(data: Uint8Array): Promise<void>
  /** Nothing more is sent. */
  end(): void
}

/** Milliseconds between pings, which keep an idle connection alive. */
const pingPeriod = 5000

/** Streams that this side opens over one connection. `close` ends all of them. */
export class SpdySession {
  readonly #connection: Duplex
  readonly #streams = new Map<number, OpenStream>()
  readonly #pings: NodeJS.Timeout
  readonly #reading: Promise<void>
  #next = 1
  #ping = 1

  constructor(connection: Duplex) {
    this.#connection = connection
    connection.on('error', () => {})
    this.#pings = setInterval(() => {
      this.#write(pingFrame(this.#ping))
      this.#ping += 2
    }, pingPeriod)
    this.#pings.unref()
    this.#reading = this.#read()
  }

  open(headers: Readonly<Record<string, string>>): SpdyStream {
    const id = this.#next
    this.#next += 2
    const stream = new OpenStream((data, last) => this.#write(dataFrame(id, data, last)))
    this.#streams.set(id, stream)
    this.#write(openFrame(id, headers, id === 1))
    return stream
  }

  /** Ends all streams and the connection. */
  async close(): Promise<void> {
    clearInterval(this.#pings)
    this.#connection.destroy()
    await this.#reading
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (this.#connection.destroyed) return
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
    }
    for (const stream of this.#streams.values()) stream.finish()
  }

  async #take(frame: SpdyFrame): Promise<void> {
    // Pings of this side come back with their odd numbers.
    if (frame.type === 'ping' && frame.id % 2 === 0) return this.#write(pingFrame(frame.id))
    if (frame.type === 'ping' || frame.type === 'goAway') return
    const stream = this.#streams.get(frame.stream)
    if (frame.type === 'data' && frame.payload.length > 0) await stream?.take(frame.payload)
    if (frame.type === 'reset' || (frame.type !== 'reply' && frame.last)) stream?.finish()
  }
}

class OpenStream implements SpdyStream {
  readonly #write: (data: Uint8Array, last: boolean) => Promise<void>
  readonly #waiting: Uint8Array[] = []
  #finished = false
  #wake: (() => void) | undefined
  #taken: (() => void) | undefined

  constructor(write: (data: Uint8Array, last: boolean) => Promise<void>) {
    this.#write = write
  }

  send(data: Uint8Array): Promise<void> {
    return this.#write(data, false)
  }

  end(): void {
    void this.#write(new Uint8Array(), true)
  }

  get received(): AsyncIterable<Uint8Array> {
    return { [Symbol.asyncIterator]: () => this.#chunks() }
  }

  /** Resolves when the reader has taken what waited before: a slow one makes the other side wait. */
  async take(data: Uint8Array): Promise<void> {
    this.#waiting.push(data)
    this.#wake?.()
    if (this.#waiting.length <= mayWait) return
    await new Promise<void>((resolve) => {
      this.#taken = resolve
    })
  }

  finish(): void {
    this.#finished = true
    this.#wake?.()
    this.#taken?.()
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
