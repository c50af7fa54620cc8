import { OneAtATime } from '../../../internal/one-at-a-time.js'
import { FrameTooLargeError } from './frame-error.js'

/** Finds the frames of one stream. Keeps what it has seen, so that no byte is looked at twice. */
export interface FrameScanner {
  /**
   * Scans the new bytes of the frame. Returns the length of the frame including its separator, or −1 if it is not complete.
   *
   * @throws MachineryError for bytes that cannot begin a frame.
   */
  findEnd(frame: Uint8Array): number
  /** The content of a complete frame; undefined if there is nothing to return. Prepares for the next frame. */
  contentOf(frame: Uint8Array): Uint8Array | undefined
  /**
   * The content of the bytes left at the end of the stream; undefined if there is none.
   *
   * @throws MachineryError `UnexpectedEOF` if they are not a whole frame.
   */
  finish(rest: Uint8Array): Uint8Array | undefined
}

/** Received bytes that are not returned yet. Returned frames are never overwritten. */
export class PendingBytes {
  #buffer: Uint8Array = new Uint8Array()
  /** The buffer that this object made, and may append to. */
  #owned: Uint8Array | undefined
  #start = 0
  #end = 0

  get length(): number {
    return this.#end - this.#start
  }

  get bytes(): Uint8Array {
    return this.#buffer.subarray(this.#start, this.#end)
  }

  append(chunk: Uint8Array): void {
    const kept = this.#end - this.#start
    if (kept === 0) {
      this.#buffer = chunk
      this.#start = 0
      this.#end = chunk.length
      return
    }
    if (this.#owned !== this.#buffer || this.#end + chunk.length > this.#buffer.length) this.#grow(kept + chunk.length)
    this.#buffer.set(chunk, this.#end)
    this.#end += chunk.length
  }

  take(length: number): Uint8Array {
    const taken = this.#buffer.subarray(this.#start, this.#start + length)
    this.#start += length
    return taken
  }

  #grow(needed: number): void {
    const larger = new Uint8Array(needed * 2)
    larger.set(this.bytes)
    this.#end -= this.#start
    this.#start = 0
    this.#buffer = larger
    this.#owned = larger
  }
}

/** Frames, of which those that have come can be had without a promise. */
export interface FrameSource extends AsyncIterableIterator<Uint8Array> {
  /**
   * The next frame among the bytes received; undefined if there is none, or if a frame is being awaited. After an error the
   * source stays open; the caller has to close it.
   */
  takeNow(): Uint8Array | undefined
}

/** Reports whether frames can be had without a promise. */
export function isFrameSource(frames: AsyncIterator<Uint8Array>): frames is FrameSource {
  return 'takeNow' in frames
}

/**
 * The frames of a stream. A frame that is there already costs one resolved promise, which a generator of frames from a
 * generator of chunks would multiply.
 */
class FrameIterator implements FrameSource {
  readonly #chunks: AsyncIterator<Uint8Array>
  readonly #scanner: FrameScanner
  readonly #limit: number
  readonly #pending = new PendingBytes()
  readonly #turns = new OneAtATime()
  #ended = false

  constructor(stream: AsyncIterable<Uint8Array>, scanner: FrameScanner, limit: number) {
    this.#chunks = stream[Symbol.asyncIterator]()
    this.#scanner = scanner
    this.#limit = limit
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<IteratorResult<Uint8Array, undefined>> {
    return this.#turns.busy ? this.#turns.run(() => this.#nextFrame()) : this.#nextFrame()
  }

  takeNow(): Uint8Array | undefined {
    return this.#turns.busy ? undefined : this.#nextHere()
  }

  #nextFrame(): Promise<IteratorResult<Uint8Array, undefined>> {
    try {
      const value = this.#nextHere()
      if (value !== undefined) return Promise.resolve({ value, done: false })
      return this.#turns.busy ? this.#nextFromStream() : this.#turns.run(() => this.#nextFromStream())
    } catch (error) {
      return this.#fail(error)
    }
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (!this.#ended) {
      this.#ended = true
      await this.#chunks.return?.()
    }
    return { value: undefined, done: true }
  }

  async #fail(error: unknown): Promise<never> {
    await this.return()
    throw error
  }

  /** The next frame among the bytes that have come. */
  #nextHere(): Uint8Array | undefined {
    while (!this.#ended && this.#pending.length > 0) {
      const end = this.#scanner.findEnd(this.#pending.bytes)
      if (end < 0) {
        if (this.#pending.length > this.#limit) throw new FrameTooLargeError(this.#limit)
        return undefined
      }
      const content = this.#scanner.contentOf(this.#pending.take(end))
      if (content === undefined) continue
      if (content.length > this.#limit) throw new FrameTooLargeError(this.#limit)
      return content
    }
    return undefined
  }

  async #nextFromStream(): Promise<IteratorResult<Uint8Array, undefined>> {
    while (!this.#ended) {
      const { value: chunk, done } = await this.#chunks.next()
      // A frame that is incomplete because the reader stopped is not an error.
      if (this.#ended) break
      if (done === true) return this.#finish()
      if (chunk.length === 0) continue
      try {
        this.#pending.append(chunk)
        const value = this.#nextHere()
        if (value !== undefined) return { value, done: false }
      } catch (error) {
        return this.#fail(error)
      }
    }
    return { value: undefined, done: true }
  }

  #finish(): IteratorResult<Uint8Array, undefined> {
    this.#ended = true
    if (this.#pending.length === 0) return { value: undefined, done: true }
    const value = this.#scanner.finish(this.#pending.bytes)
    return value === undefined ? { value, done: true } : { value, done: false }
  }
}

/**
 * Yields the frames of a stream. Frames share memory with the chunks they came in. Leaving the loop early closes the
 * stream.
 *
 * @throws FrameTooLargeError as soon as more than `limit` bytes belong to one frame.
 */
export function readFrames(stream: AsyncIterable<Uint8Array>, scanner: FrameScanner, limit: number): FrameSource {
  return new FrameIterator(stream, scanner, limit)
}
