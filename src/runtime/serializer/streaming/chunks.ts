import { MachineryError } from '../../../errors/machinery-error.js'
import { concatBytes } from '../../../internal/bytes.js'
import { encodeUtf8 } from '../../../internal/utf8.js'

/** Anything bytes or text come from, whole or piece by piece: web streams, Node streams, generators, arrays. */
export type ChunkSource =
  | Uint8Array
  | string
  | ReadableStream<Uint8Array | string>
  | AsyncIterable<Uint8Array | string>
  | Iterable<Uint8Array | string>

type Chunk = IteratorResult<Uint8Array | string, unknown>

/** A source that is being read. */
interface ChunkReader {
  next(): Promise<Chunk> | Chunk
  /** Notifies the source that it is no longer read. */
  cancel(): unknown
}

function readerOf(whole: ChunkSource): ChunkReader {
  const source = typeof whole === 'string' || isBytes(whole) ? [whole] : whole
  if (typeof source !== 'object' || source === null) throw notRead('a stream of bytes or text', source)
  if (typeof (source as Partial<ReadableStream>).getReader === 'function') {
    if ((source as ReadableStream).locked) throw new MachineryError('InvalidStream', 'the stream has another reader')
    // Not every browser can iterate a web stream; and only its reader can be cancelled while it waits.
    const reader = (source as ReadableStream<Uint8Array | string>).getReader()
    return {
      next: () => reader.read(),
      cancel: async () => {
        await reader.cancel()
        reader.releaseLock()
      },
    }
  }
  const iterator =
    Symbol.asyncIterator in source
      ? source[Symbol.asyncIterator]()
      : Symbol.iterator in source
        ? source[Symbol.iterator]()
        : undefined
  if (iterator === undefined) throw notRead('a stream of bytes or text', source)
  const { destroy } = source as { destroy?: unknown }
  const cancel =
    typeof destroy === 'function' ? () => Reflect.apply(destroy, source, []) : () => iterator.return?.(undefined)
  return { next: () => iterator.next(), cancel }
}

/** Bytes, of another realm too. */
function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && (value as Partial<Uint8Array>).BYTES_PER_ELEMENT === 1
}

function notRead(wanted: string, found: unknown): MachineryError {
  const type =
    found === null ? 'null' : typeof found === 'object' ? (found.constructor?.name ?? 'an object') : typeof found
  return new MachineryError('InvalidStream', `${wanted} expected, got ${type}`)
}

/** The chunks of a source. Unlike a generator it can be left while it waits for a chunk that may never come. */
class ChunkIterator implements AsyncIterableIterator<Uint8Array> {
  readonly #source: ChunkSource
  #reader: ChunkReader | undefined
  #closed = false
  /** The first half of a character whose other half is in the next chunk of text. */
  #half = ''
  /** Answers the call of {@link next} that waits. */
  #wake: ((chunk: Chunk) => void) | undefined

  constructor(source: ChunkSource) {
    this.#source = source
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (this.#closed) return { value: undefined, done: true }
    try {
      const chunk = await this.#nextChunk()
      this.#wake = undefined
      if (chunk.done === true) {
        this.#closed = true
        return this.#half === '' ? { value: undefined, done: true } : { value: encodeUtf8(this.#half), done: false }
      }
      return { value: this.#bytesOf(chunk.value), done: false }
    } catch (error) {
      this.#closed = true
      throw error
    }
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (!this.#closed) {
      this.#closed = true
      const wake = this.#wake
      wake?.({ value: undefined, done: true })
      const cancelled = (async () => this.#startedReader().cancel())()
      // A generator that waits cannot be cancelled before it stops waiting.
      if (wake === undefined) await cancelled
      else cancelled.catch(() => undefined)
    }
    return { value: undefined, done: true }
  }

  #bytesOf(chunk: Uint8Array | string): Uint8Array {
    if (typeof chunk === 'string') {
      const text = this.#half + chunk
      const isHalf = /[\ud800-\udbff]$/.test(text)
      this.#half = isHalf ? text.slice(-1) : ''
      return encodeUtf8(isHalf ? text.slice(0, -1) : text)
    }
    if (!isBytes(chunk)) throw this.#refuse(notRead('a chunk of bytes or text', chunk))
    if (this.#half === '') return chunk
    const bytes = concatBytes([encodeUtf8(this.#half), chunk])
    this.#half = ''
    return bytes
  }

  /** A source that yields something else is closed. */
  #refuse(error: MachineryError): MachineryError {
    Promise.resolve(this.#startedReader().cancel()).catch(() => undefined)
    return error
  }

  #startedReader(): ChunkReader {
    this.#reader ??= readerOf(this.#source)
    return this.#reader
  }

  #nextChunk(): Promise<Chunk> {
    const chunk = this.#startedReader().next()
    return new Promise((resolve, reject) => {
      this.#wake = resolve
      Promise.resolve(chunk).then(resolve, reject)
    })
  }
}

/**
 * Yields the bytes of any source. Leaving the loop early, or calling `return()` while a chunk is awaited, cancels the
 * source and ends the iteration immediately.
 *
 * Iterating throws the errors of the source; MachineryError `InvalidStream` for a value that is not a source, or that
 * yields neither bytes nor text.
 */
export function chunksOf(source: ChunkSource): AsyncIterableIterator<Uint8Array> {
  return new ChunkIterator(source)
}

/** Chunks that were read already, then the others. */
export class ContinuedChunks implements AsyncIterableIterator<Uint8Array> {
  readonly #read: Uint8Array[]
  readonly #rest: AsyncIterator<Uint8Array>

  constructor(read: Uint8Array[], rest: AsyncIterator<Uint8Array>) {
    this.#read = read
    this.#rest = rest
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const value = this.#read.shift()
    return value === undefined ? this.#rest.next() : { value, done: false }
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    await this.#rest.return?.()
    return { value: undefined, done: true }
  }
}
