import type { Readable } from 'node:stream'
import { joinBytes } from './join-bytes.js'
import type { ResponseBody } from './transport.js'
import { TransportError, transportError } from './transport-error.js'

/** The message that a {@link NodeBody} reads. */
export interface BodySource {
  readonly stream: Readable
  /** Why the message was cut, although its stream ended; `undefined` when it is whole. */
  cutShort(): string | undefined
  /** Cancels the message. */
  cancel(): void
  /** The value of `content-length`. */
  readonly length: number | undefined
  readonly signal: AbortSignal | undefined
}

/** A body from a Node stream. A truncated message is an error, never a short body. */
export class NodeBody implements ResponseBody {
  readonly #source: BodySource
  readonly #forget: () => void

  constructor(source: BodySource) {
    this.#source = source
    const { signal, stream } = source
    // An error while the body is not read is reported on the next read.
    stream.on('error', () => undefined)
    if (signal === undefined) {
      this.#forget = () => undefined
      return
    }
    const abort = (): void => {
      this.cancel()
      // The peer may not respond any more: readers do not wait for it.
      stream.destroy()
    }
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
    this.#forget = () => signal.removeEventListener('abort', abort)
    stream.once('close', this.#forget)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, undefined> {
    let length = 0
    try {
      for await (const chunk of this.#source.stream as AsyncIterable<Uint8Array>) {
        length += chunk.length
        yield chunk
      }
    } catch (error) {
      throw this.#failure(error)
    } finally {
      this.#forget()
      this.#source.cancel()
    }
    this.#check(length)
  }

  bytes(): Promise<Uint8Array> {
    const { stream } = this.#source
    return new Promise((resolve, reject) => {
      const pieces: Uint8Array[] = []
      let length = 0
      const fail = (error: unknown): void => reject(this.#failure(error))
      // A stream also closes after its end: no error is needed then.
      const cut = (): void => fail(new Error('the connection was closed'))
      stream.on('data', (chunk: Uint8Array) => {
        pieces.push(chunk)
        length += chunk.length
      })
      stream.once('end', () => {
        stream.off('close', cut)
        this.#forget()
        try {
          this.#check(length)
          resolve(joinBytes(pieces))
        } catch (error) {
          reject(error)
        }
      })
      stream.once('error', fail)
      stream.once('close', cut)
      if (stream.destroyed && !stream.readableEnded) fail(stream.errored ?? new Error('the connection was closed'))
    })
  }

  cancel(): void {
    this.#forget()
    this.#source.cancel()
  }

  #check(received: number): void {
    const { length, signal } = this.#source
    if (signal?.aborted === true) throw signal.reason
    const why = this.#source.cutShort()
    if (why !== undefined) throw new TransportError('UnexpectedEOF', `unexpected EOF: ${why}`)
    if (length !== undefined && received !== length) {
      const message = `unexpected EOF: ${received} of ${length} bytes of the body have arrived`
      throw new TransportError('UnexpectedEOF', message)
    }
  }

  #failure(error: unknown): unknown {
    this.#forget()
    const { signal } = this.#source
    if (signal?.aborted === true) return signal.reason
    return transportError('UnexpectedEOF', 'unexpected EOF', error)
  }
}
