import type { HeaderField } from './header-field.js'
import { type Http2Code, Http2Error } from './http2-error.js'

/** What a peer may send on a stream before somebody has looked at it. */
export const streamWindow = 1024 * 1024

/** What a stream tells its owner; after `ended`, `refused` or `lost` there is nothing more. */
export interface StreamListener {
  /** The headers of the answer, or those at its end. */
  headers(fields: readonly HeaderField[]): void
  data(bytes: Buffer): void
  /** The peer has sent everything; nothing more is sent to it either. */
  ended(): void
  /** The peer broke it off. */
  reset(code: number): void
  /** The peer has certainly not seen it: it may be opened again. */
  refused(): void
  /** The connection has ended. */
  lost(error: Error): void
}

/** What a stream needs of its connection. */
export interface StreamCarrier {
  /** Sends what the windows of the stream and of the connection let through. */
  pump(stream: Http2Stream): void
  sendWindowUpdate(stream: Http2Stream, bytes: number): void
  sendReset(stream: Http2Stream, code: Http2Code): void
}

/** A request and its answer over a connection that others share. */
export class Http2Stream {
  readonly id: number
  readonly listener: StreamListener
  readonly #carrier: StreamCarrier
  /** What is to be sent, from {@link sent} on. */
  readonly queue: Buffer[] = []
  sent = 0
  /** Nothing follows what is in the queue. */
  isEnding: boolean
  isEndSent = false
  isClosed = false
  sendWindow: number
  #receiveWindow: number

  constructor(
    facts: Pick<Http2Stream, 'id' | 'listener' | 'isEnding' | 'sendWindow'> & { receiveWindow: number },
    carrier: StreamCarrier,
  ) {
    this.id = facts.id
    this.listener = facts.listener
    this.isEnding = facts.isEnding
    this.sendWindow = facts.sendWindow
    this.#receiveWindow = facts.receiveWindow
    this.#carrier = carrier
  }

  /** How much the peer may send at the moment. */
  get receiveWindow(): number {
    return this.#receiveWindow
  }

  /** Takes note of bytes that the peer sent. Throws an {@link Http2Error} where it must not have. */
  received(bytes: number): void {
    this.#receiveWindow -= bytes
    if (this.#receiveWindow < 0) throw new Http2Error('FLOW_CONTROL_ERROR', 'more data than was allowed')
  }

  write(bytes: Buffer): void {
    if (this.isClosed || this.isEnding) return
    this.queue.push(bytes)
    this.#carrier.pump(this)
  }

  /** Lets the peer send so much more. */
  grant(bytes: number): void {
    if (this.isClosed || bytes <= 0) return
    this.#receiveWindow += bytes
    this.#carrier.sendWindowUpdate(this, bytes)
  }

  /** Breaks it off; its listener hears nothing more. */
  cancel(code: Http2Code = 'CANCEL'): void {
    if (!this.isClosed) this.#carrier.sendReset(this, code)
  }
}
