import type { Http2Connection } from '../http2/http2-connection.js'
import { streamWindow } from '../http2/http2-stream.js'
import { type CallOwner, CallStream } from './call-stream.js'
import { GRPCError, grpcStatus } from './grpc-status.js'
import { framed } from './message-reader.js'
import type { RequestHeaders } from './request-headers.js'

/** What a stream of messages tells its reader. */
export interface GRPCStreamReader {
  message(bytes: Uint8Array): void
  /** There is nothing more; without an error where the server has ended it in peace. Not called after {@link GRPCStream.cancel}. */
  ended(error: GRPCError | undefined): void
}

/** Messages in both directions; it is opened with the first one that is written. */
export class GRPCStream extends CallStream {
  readonly #path: string
  readonly #metadata: Readonly<Record<string, string>>
  readonly #headers: RequestHeaders
  readonly #listener: GRPCStreamReader
  /** Written before there was a connection, and again after a server refused the stream. */
  #unsent: Buffer[] = []
  #held: Buffer[] = []
  #isBegun = false
  #isAnswered = false
  #isPaused = false
  #isCanceled = false

  constructor(
    owner: CallOwner,
    request: { readonly path: string; readonly metadata: Readonly<Record<string, string>> },
    parts: { readonly headers: RequestHeaders; readonly reader: GRPCStreamReader },
  ) {
    super(owner)
    this.#path = request.path
    this.#metadata = request.metadata
    this.#headers = parts.headers
    this.#listener = parts.reader
  }

  start(connection: Http2Connection): void {
    const block = this.#headers.of({ path: this.#path, metadata: this.#metadata })
    this.stream = connection.open(this, block, { bytes: Buffer.concat(this.#unsent), isOpen: true })
  }

  write(message: Uint8Array): void {
    if (this.isOver) return
    const bytes = framed(message)
    if (!this.#isAnswered) this.#unsent.push(bytes)
    this.stream?.write(bytes)
    if (this.#isBegun) return
    this.#isBegun = true
    this.owner.begin(this)
  }

  /** Asks for no more messages for now; the server is held back where many are on the way. */
  pause(): void {
    this.#isPaused = true
  }

  resume(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    const held = this.#held
    this.#held = []
    while (held.length > 0 && !this.#isPaused) super.data(held.shift()!)
    this.#held = [...held, ...this.#held]
    if (!this.#isPaused) this.widen()
  }

  /** Ends it; its reader hears nothing more. */
  cancel(): void {
    this.#isCanceled = true
    this.#held = []
    this.fail(new GRPCError(grpcStatus.CANCELLED, 'Cancelled on client'))
  }

  override data(bytes: Buffer): void {
    if (!this.#isAnswered) {
      this.#isAnswered = true
      this.#unsent = []
    }
    if (this.#isPaused) this.#held.push(bytes)
    else super.data(bytes)
  }

  protected message(bytes: Buffer): void {
    this.#listener.message(bytes)
  }

  protected finished(error: GRPCError | undefined): void {
    this.#held = []
    if (!this.#isCanceled) this.#listener.ended(error)
  }

  protected override widen(): void {
    super.widen()
    const window = this.stream?.receiveWindow ?? streamWindow
    if (!this.#isPaused && window < streamWindow / 2) this.stream?.grant(streamWindow - window)
  }
}
