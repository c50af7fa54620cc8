import type { AbortState } from '../abort-state.js'
import type { Http2Connection } from '../http2/http2-connection.js'
import { type CallOwner, CallStream } from './call-stream.js'
import { GRPCError, grpcStatus } from './grpc-status.js'
import { framed } from './message-reader.js'
import type { RequestHeaders } from './request-headers.js'

export interface GRPCCall {
  /** `/package.Service/Method`. */
  readonly path: string
  readonly request: Uint8Array
  readonly metadata?: Readonly<Record<string, string>> | undefined
  /** Milliseconds until it is given up. */
  readonly timeout: number
  readonly signal?: AbortState | undefined
}

/** A call with one message in each direction. */
export class UnaryCall extends CallStream {
  readonly #call: GRPCCall
  readonly #headers: RequestHeaders
  readonly #started = performance.now()
  readonly #timer: NodeJS.Timeout
  readonly #done: (error: unknown, answer: Uint8Array | undefined) => void
  #answer: Buffer | undefined

  constructor(
    owner: CallOwner,
    parts: { readonly call: GRPCCall; readonly headers: RequestHeaders },
    done: (error: unknown, answer: Uint8Array | undefined) => void,
  ) {
    super(owner)
    this.#call = parts.call
    this.#headers = parts.headers
    this.#done = done
    this.#timer = setTimeout(this.#late, parts.call.timeout)
    parts.call.signal?.addEventListener('abort', this.#abort)
  }

  start(connection: Http2Connection): void {
    const { path, metadata, timeout, request } = this.#call
    // What it has waited for a connection is not the server's.
    const waited = performance.now() - this.#started
    const left = waited < 1 ? timeout : Math.max(1, Math.ceil(timeout - waited))
    const block = this.#headers.of({ path, metadata, timeout: left })
    this.stream = connection.open(this, block, { bytes: framed(request), isOpen: false })
  }

  protected message(bytes: Buffer): void {
    if (this.#answer !== undefined) throw new GRPCError(grpcStatus.UNIMPLEMENTED, 'Too many responses received')
    this.#answer = bytes
  }

  protected finished(error: GRPCError | undefined): void {
    clearTimeout(this.#timer)
    const { signal } = this.#call
    signal?.removeEventListener('abort', this.#abort)
    if (signal?.aborted) this.#done(signal.reason, undefined)
    else if (error === undefined && this.#answer === undefined) {
      this.#done(new GRPCError(grpcStatus.UNIMPLEMENTED, 'No response received'), undefined)
    } else this.#done(error, this.#answer)
  }

  readonly #late = (): void => this.fail(new GRPCError(grpcStatus.DEADLINE_EXCEEDED, 'Deadline exceeded'))

  readonly #abort = (): void => this.fail(new GRPCError(grpcStatus.CANCELLED, 'Cancelled on client'))
}
