import { messageOf } from 'apimachinery/errors'
import type { HeaderField } from '../http2/header-field.js'
import type { Http2Connection } from '../http2/http2-connection.js'
import { type Http2Stream, type StreamListener, streamWindow } from '../http2/http2-stream.js'
import { GRPCError, grpcStatus, headerOf, isGRPCError, resetError, statusOf } from './grpc-status.js'
import { MessageReader } from './message-reader.js'

/** What a call needs of its channel. */
export interface CallOwner {
  /** Puts it on a connection, now or later, or fails it. */
  begin(call: CallStream): void
  /** It does not wait for a connection any more. */
  forget(call: CallStream): void
}

/** A call: its stream of HTTP/2, the messages in it, and its end. */
export abstract class CallStream implements StreamListener {
  protected stream: Http2Stream | undefined
  protected readonly reader = new MessageReader()
  protected readonly owner: CallOwner
  #http = 0
  #fields: readonly HeaderField[] = []
  #isOver = false
  #isRefused = false

  constructor(owner: CallOwner) {
    this.owner = owner
  }

  /** Sends the request. */
  abstract start(connection: Http2Connection): void
  /** Takes a message of the answer. */
  protected abstract message(bytes: Buffer): void
  /** Is called once, at the end. */
  protected abstract finished(error: GRPCError | undefined): void

  get isOver(): boolean {
    return this.#isOver
  }

  /** Ends it with an error, and tells the server that nothing more is wanted. */
  fail(error: GRPCError): void {
    this.abandon()
    this.#finish(error)
  }

  headers(fields: readonly HeaderField[]): void {
    if (this.#http === 0) {
      const status = Number(headerOf(fields, ':status'))
      if (status < 200) return
      this.#http = status
    }
    this.#fields = fields
  }

  data(bytes: Buffer): void {
    // The page of a proxy is not a message.
    if (this.#http !== 200) return
    try {
      this.reader.read(bytes, this.#take)
    } catch (error) {
      this.fail(isGRPCError(error) ? error : new GRPCError(grpcStatus.INTERNAL, messageOf(error)))
      return
    }
    this.widen()
  }

  ended(): void {
    const error = statusOf(this.#fields, this.#http)
    const isCut = error === undefined && this.reader.isInside
    this.#finish(isCut ? new GRPCError(grpcStatus.INTERNAL, 'Received a message without its end') : error)
  }

  reset(code: number): void {
    this.#finish(resetError(code))
  }

  refused(): void {
    if (this.#isOver) return
    this.stream = undefined
    if (this.#isRefused) this.#finish(new GRPCError(grpcStatus.UNAVAILABLE, 'Stream refused by server'))
    else {
      this.#isRefused = true
      this.owner.begin(this)
    }
  }

  lost(error: Error): void {
    this.#finish(new GRPCError(grpcStatus.UNAVAILABLE, `Connection dropped: ${error.message}`))
  }

  /** Lets the server send the rest of the message that has begun, whatever its size. */
  protected widen(): void {
    const { stream } = this
    const { missing } = this.reader
    if (stream === undefined || missing < stream.receiveWindow) return
    // Some servers do not end a stream whose window is used up to the last byte.
    stream.grant(missing - stream.receiveWindow + streamWindow)
  }

  /** The stream is of no use any more. */
  protected abandon(): void {
    if (this.stream === undefined) this.owner.forget(this)
    else this.stream.cancel()
    this.stream = undefined
  }

  readonly #take = (message: Buffer): void => {
    if (!this.#isOver) this.message(message)
  }

  #finish(error: GRPCError | undefined): void {
    if (this.#isOver) return
    this.#isOver = true
    this.finished(error)
  }
}
