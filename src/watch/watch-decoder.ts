import type { DecodeOptions, Decoder } from '../runtime/interfaces.js'
import type { KindClass, KubernetesObject } from '../runtime/objects/typed-object.js'
import { ParsedObjects } from '../runtime/serializer/parsed-objects.js'
import { type ChunkSource, chunksOf } from '../runtime/serializer/streaming/chunks.js'
import { EventReader } from './event-reader.js'
import { type EventSource, FrameEventSource } from './event-source.js'
import { jsonWatch } from './formats/json-watch.js'
import { JSONEventSource } from './json-event-source.js'
import type { WatchEvent } from './watch-event.js'
import type { WatchFormat } from './watch-format.js'
import { stopOnAbort, type Watcher } from './watcher.js'

/** How a watch stream is read. */
export interface WatchDecoderOptions<T extends KubernetesObject = KubernetesObject> {
  /** Decodes the objects: `codecs.universalDeserializer()`, or the decoder of a stream that was negotiated. */
  readonly decoder: Decoder
  /** How events are encoded in the stream; default {@link jsonWatch}. */
  readonly format?: WatchFormat | undefined
  /** The class of the objects, for the compiler and for objects that do not declare their kind. */
  readonly into?: KindClass<T> | undefined
  /** Largest event that is read, in bytes; default 16 MiB, as in Go. */
  readonly maxFrameBytes?: number | undefined
  /** Stops the watch when it is aborted. */
  readonly signal?: AbortSignal | undefined
}

const defaultMaxFrameBytes = 16 * 1024 * 1024
const ended = { value: undefined, done: true } as const

/**
 * Reads the events of a watch stream, on demand. Errors are thrown, and close the source: StreamWatcher makes them events
 * instead.
 *
 * - WatchDecodeError if an object cannot be decoded, `InvalidWatchEvent` for an unknown type;
 * - FrameTooLargeError for an event beyond `maxFrameBytes`;
 * - `UnexpectedEOF` if the stream ends within an event, and errors of the source.
 */
export class WatchDecoder<T extends KubernetesObject = KubernetesObject>
  implements Watcher<T>, AsyncIterableIterator<WatchEvent<T>>
{
  readonly #source: EventSource<T>
  readonly #forgetSignal: () => void
  #ended = false
  #filling: Promise<IteratorResult<WatchEvent<T>, undefined>> | undefined

  constructor(source: ChunkSource, options: WatchDecoderOptions<T>) {
    this.#source = eventSource(source, options)
    this.#forgetSignal = stopOnAbort(this, options.signal)
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  /** The next event. One that has come already costs no more than a promise that is resolved. */
  next(): Promise<IteratorResult<WatchEvent<T>, undefined>> {
    if (this.#filling !== undefined) {
      const again = (): Promise<IteratorResult<WatchEvent<T>, undefined>> => this.next()
      return this.#filling.then(again, again)
    }
    if (this.#ended) return Promise.resolve(ended)
    try {
      const value = this.#source.take()
      if (value !== undefined) return Promise.resolve({ value, done: false })
    } catch (error) {
      return this.#fail(error)
    }
    this.#filling = this.#fill().finally(() => {
      this.#filling = undefined
    })
    return this.#filling
  }

  /**
   * The next event, if it is already available: for loops that avoid a promise for each. An error ends the watch, as in
   * {@link next}.
   */
  takeNow(): WatchEvent<T> | undefined {
    if (this.#filling !== undefined || this.#ended) return undefined
    try {
      return this.#source.take()
    } catch (error) {
      this.stop()
      throw error
    }
  }

  /** Ends the watch and cancels the source, without waiting for either. */
  stop(): void {
    this.#close().catch(() => undefined)
  }

  async return(): Promise<IteratorResult<WatchEvent<T>, undefined>> {
    await this.#close()
    return ended
  }

  async #fill(): Promise<IteratorResult<WatchEvent<T>, undefined>> {
    try {
      while (await this.#source.fill()) {
        if (this.#ended) return ended
        const value = this.#source.take()
        if (value !== undefined) return { value, done: false }
      }
    } catch (error) {
      return this.#ended ? ended : this.#fail(error)
    }
    this.#end()
    return ended
  }

  async #fail(error: unknown): Promise<never> {
    // The first error is more useful than one while closing.
    await this.#close().catch(() => undefined)
    throw error
  }

  async #close(): Promise<void> {
    if (this.#ended) return
    this.#end()
    await this.#source.close()
  }

  #end(): void {
    this.#ended = true
    this.#forgetSignal?.()
  }
}

function eventSource<T extends KubernetesObject>(
  source: ChunkSource,
  { decoder, format = jsonWatch, into, maxFrameBytes = defaultMaxFrameBytes }: WatchDecoderOptions<T>,
): EventSource<T> {
  const options: DecodeOptions<T> = into === undefined ? {} : { into }
  const reader = new EventReader<T>(decoder, options)
  const chunks = chunksOf(source)
  if (format.isJSON !== true) {
    return new FrameEventSource(format.framer({ maxFrameBytes }).newFrameReader(chunks), format, reader)
  }
  const parsed = ParsedObjects.of(decoder)
  return new JSONEventSource(chunks, { reader, format, maxFrameBytes, parsed, into })
}
