import type { Decoded, DecodeOptions, Decoder, Encoder } from '../../interfaces.js'
import type { KubernetesObject } from '../../objects/typed-object.js'
import type { Framer } from '../serializer-info.js'
import { type ChunkSource, chunksOf } from './chunks.js'

/** Maps frames to objects; a generator would wait several times for each. */
class DecodingIterator<T> implements AsyncIterableIterator<T> {
  readonly #frames: AsyncIterator<Uint8Array>
  readonly #decode: (frame: Uint8Array) => T

  constructor(frames: AsyncIterator<Uint8Array>, decode: (frame: Uint8Array) => T) {
    this.#frames = frames
    this.#decode = decode
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<T, undefined>> {
    const { value: frame, done } = await this.#frames.next()
    if (done === true) return { value: undefined, done }
    try {
      return { value: this.#decode(frame), done: false }
    } catch (error) {
      await this.return()
      throw error
    }
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    await this.#frames.return?.()
    return { value: undefined, done: true }
  }
}

/** Reads objects from a stream, one per call. */
export class StreamingDecoder<T extends KubernetesObject = KubernetesObject> implements AsyncIterable<Decoded<T>> {
  readonly #frames: AsyncIterable<Uint8Array>
  readonly #decoder: Decoder
  readonly #options: DecodeOptions<T>

  constructor(source: ChunkSource, codec: { framer: Framer; decoder: Decoder }, options: DecodeOptions<T> = {}) {
    this.#frames = codec.framer.newFrameReader(chunksOf(source))
    this.#decoder = codec.decoder
    this.#options = options
  }

  /**
   * Leaving the loop early cancels the source. A stream can be read once.
   *
   * @throws FrameTooLargeError; `UnexpectedEOF` when the stream ends within an object; the errors of the decoder.
   */
  [Symbol.asyncIterator](): AsyncIterableIterator<Decoded<T>> {
    return new DecodingIterator(this.#frames[Symbol.asyncIterator](), (frame) =>
      this.#decoder.decode(frame, this.#options),
    )
  }
}

/** Takes the bytes of a stream. A `WritableStreamDefaultWriter` is one. */
export interface StreamWriter {
  /** Takes some bytes; a promise is waited for. */
  write(chunk: Uint8Array): unknown
}

/** Writes objects to a stream. */
export class StreamingEncoder {
  readonly #writer: StreamWriter
  readonly #framer: Framer
  readonly #encoder: Encoder

  constructor(writer: StreamWriter, codec: { framer: Framer; encoder: Encoder }) {
    this.#writer = writer
    this.#framer = codec.framer
    this.#encoder = codec.encoder
  }

  /** Writes one object and waits until the writer has taken it. */
  async encode(object: KubernetesObject): Promise<void> {
    await this.#writer.write(this.#framer.frame(this.#encoder.encode(object)))
  }
}
