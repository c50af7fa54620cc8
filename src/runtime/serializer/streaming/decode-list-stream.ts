import { MachineryError } from '../../../errors/machinery-error.js'
import { OneAtATime } from '../../../internal/one-at-a-time.js'
import type { DecodeOptions, Decoder } from '../../interfaces.js'
import { notAList } from '../../objects/not-a-list.js'
import type { KindClass, KubernetesObject } from '../../objects/typed-object.js'
import { groupVersionKindOf } from '../../scheme/kind-access.js'
import { FrameTooLargeError, unexpectedEnd } from '../framing/frame-error.js'
import { readFrames } from '../framing/frame-reader.js'
import { envelopePrefix } from '../protobuf/envelope-format.js'
import { type ChunkSource, ContinuedChunks, chunksOf } from './chunks.js'
import { atItem } from './item-error.js'
import { JSONListScanner } from './json-list-scanner.js'
import { JSONListAssembler, type ListAssembler, ProtobufListAssembler } from './list-assembler.js'
import { batchBytes, type ItemBounds, type ListScanner } from './list-scanner.js'
import { ProtobufListScanner } from './protobuf-list-scanner.js'
import { isDecodedList, requireItemClass } from './require-list.js'

/** An item that cannot be decoded. */
export interface BadListItem {
  readonly index: number
  readonly error: MachineryError
  /** The bytes of the item in the stream. */
  readonly encoded: Uint8Array
}

/** How a list is read from a stream. */
export interface DecodeListOptions<T extends KubernetesObject = KubernetesObject> {
  /**
   * Decodes lists of this kind in JSON, protobuf or both; `codecs.universalDeserializer()`, for instance. Its ways are the
   * ways of the stream: how it reads, to which version it converts.
   */
  readonly decoder: Decoder
  /** Class of the list, for one that does not declare its kind. */
  readonly listClass?: KindClass | undefined
  /**
   * Class of the items; a list of others is rejected. Only JSON lists that declare their kind after the items need it.
   */
  readonly itemClass?: KindClass<T> | undefined
  /** Largest item, and largest sum of everything else, in bytes; default 16 MiB. */
  readonly maxItemBytes?: number | undefined
  /** Called once, as soon as kind and metadata of the list have been read. Fields after the items are still missing. */
  readonly onMetadata?: ((list: KubernetesObject) => void) | undefined
  /** Called for items that cannot be decoded, and are omitted. Without it the first one ends the reading. */
  readonly onBadItem?: ((item: BadListItem) => void) | undefined
  /** Ends the reading with an error when it is aborted. */
  readonly signal?: AbortSignal | undefined
}

/** The items of a list, while it is read. */
export interface ListStream<T extends KubernetesObject = KubernetesObject> extends AsyncIterableIterator<T> {
  /** The list with everything but its items; `undefined` before all of them were read. */
  readonly list: KubernetesObject | undefined
}

const defaultMaxItemBytes = 16 * 1024 * 1024
const ended = { value: undefined, done: true } as const
/** Field of the items in every list of Kubernetes. */
const defaultItemsNumber = 2

/**
 * Reads a list in JSON or protobuf item by item, from chunks of any size, and holds only some of the items at a time. Items
 * and errors are those of decoding the whole list; the paths of errors begin with `items[17]`.
 *
 * Metadata may come before or after the items. A truncated list ends with an error, after the items that were read.
 *
 * Iterating throws
 * - the errors of the decoder for items and for the list itself, including StrictDecodingError;
 * - FrameTooLargeError for an item larger than `maxItemBytes`;
 * - MachineryError `NotAList` for an object that is not a list; if it is the `Status` of a failure, that is the cause, so
 *   that predicates such as `isForbidden` work;
 * - MachineryError `KindMismatch` for items that are not of `itemClass`, `UnexpectedEOF`, `InvalidJSON`, `DuplicateField`
 *   for a second `items`, `Interrupted`, `InvalidStream` for a source that yields neither bytes nor text.
 */
export function decodeListStream<T extends KubernetesObject = KubernetesObject>(
  source: ChunkSource,
  options: DecodeListOptions<T>,
): ListStream<T> {
  return new DecodingListStream(source, options)
}

class DecodingListStream<T extends KubernetesObject> implements ListStream<T> {
  list: KubernetesObject | undefined
  readonly #options: DecodeListOptions<T>
  readonly #limit: number
  readonly #chunks: AsyncIterator<Uint8Array>
  #frames: AsyncIterator<Uint8Array> | undefined
  #scanner: ListScanner | undefined
  #assembler: ListAssembler = new JSONListAssembler()
  #items: T[] = []
  #next = 0
  /** How many items were read, bad ones included. */
  #count = 0
  #begun = false
  #announced = false
  readonly #turns = new OneAtATime()
  #ended = false
  #forgetSignal = (): void => undefined
  /** The error that ends the reading once the available items are returned. */
  #failure: { readonly error: unknown } | undefined

  constructor(source: ChunkSource, options: DecodeListOptions<T>) {
    this.#options = options
    this.#limit = options.maxItemBytes ?? defaultMaxItemBytes
    this.#chunks = chunksOf(source)
    this.#listen(options.signal)
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<IteratorResult<T, undefined>> {
    if (this.#turns.busy || this.#next >= this.#items.length) return this.#turns.run(() => this.#nextItem())
    return this.#nextItem()
  }

  #nextItem(): Promise<IteratorResult<T, undefined>> {
    if (this.#next >= this.#items.length) return this.#fill()
    return Promise.resolve({ value: this.#items[this.#next++]!, done: false })
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    this.#items = []
    await this.#close()
    return ended
  }

  async #fill(): Promise<IteratorResult<T, undefined>> {
    try {
      while (this.#failure === undefined && !this.#ended) {
        const frames = this.#frames ?? (await this.#open())
        const { value: content, done } = await frames.next()
        if (this.#failure !== undefined || this.#ended) break
        if (done === true) this.#finish()
        else if (this.#read(content)) return { value: this.#items[this.#next++]!, done: false }
      }
    } catch (error) {
      // An item that is incomplete because the reader stopped is not an error.
      if (!this.#ended) this.#failure ??= { error }
    }
    await this.#close().catch(() => undefined)
    if (this.#failure === undefined) return ended
    const { error } = this.#failure
    this.#failure = undefined
    throw error
  }

  /** The first byte determines the format. */
  async #open(): Promise<AsyncIterator<Uint8Array>> {
    const read: Uint8Array[] = []
    for (let first = await this.#chunks.next(); first.done !== true; first = await this.#chunks.next()) {
      if (first.value.length === 0) continue
      read.push(first.value)
      break
    }
    const isProtobuf = read[0]?.[0] === envelopePrefix[0]
    const number = this.#options.listClass?.descriptor.propertyByName.get('items')?.number ?? defaultItemsNumber
    this.#scanner = isProtobuf ? new ProtobufListScanner(this.#limit, number) : new JSONListScanner(this.#limit)
    if (isProtobuf) this.#assembler = new ProtobufListAssembler()
    // The fields around an item do not count for its size, which is checked below.
    const frames = readFrames(new ContinuedChunks(read, this.#chunks), this.#scanner, this.#limit + batchBytes)
    this.#frames = frames[Symbol.asyncIterator]()
    return this.#frames
  }

  /** Takes a piece; true when there are items now. */
  #read(content: Uint8Array): boolean {
    const { piece } = this.#scanner!
    if (piece.kind === 'items') {
      this.#beginItems()
      this.#items = []
      this.#next = 0
      this.#decodeItems(content, piece.bounds)
      return this.#items.length > 0
    }
    this.#assembler.add(piece.name, content)
    if (this.#assembler.size > this.#limit) throw new FrameTooLargeError(this.#limit)
    if (this.#assembler.knowsKind && this.#assembler.hasMetadata) this.#announce()
    return false
  }

  #announce(): void {
    if (this.#announced || this.#options.onMetadata === undefined) return
    const list = this.#decodeList()
    // An object that is not a list is rejected when all its fields are known.
    if (!isDecodedList(list, true)) return
    this.#announced = true
    this.#options.onMetadata(list)
  }

  /** Items of an object that is not a list would be decoded wrongly. */
  #beginItems(): void {
    if (this.#begun || !this.#assembler.knowsKind) return
    this.#begun = true
    const list = this.#decodeList()
    if (!isDecodedList(list, true)) throw notAList(list, `${groupVersionKindOf(list)} is not a list`)
  }

  #finish(): void {
    if (this.#scanner?.ended !== true) throw unexpectedEnd()
    const list = this.#decodeList()
    if (!isDecodedList(list, this.#scanner.sawItems)) throw notAList(list, `${groupVersionKindOf(list)} is not a list`)
    this.#announce()
    this.list = list
    this.#ended = true
  }

  #decodeList(): KubernetesObject {
    return this.#options.decoder.decode(this.#assembler.withoutItems(), this.#listOptions()).object
  }

  #listOptions(): DecodeOptions {
    const { listClass } = this.#options
    return listClass === undefined ? {} : { into: listClass }
  }

  /** Decodes items together; one by one when there is something wrong with one of them. */
  #decodeItems(content: Uint8Array, bounds: readonly ItemBounds[]): void {
    for (const { start, end } of bounds) if (end - start > this.#limit) throw new FrameTooLargeError(this.#limit)
    if (bounds.length > 1 && this.#readsAsList()) {
      try {
        const items = this.#itemsOf(content, bounds.length)
        for (const item of items) requireItemClass(item, this.#options.itemClass)
        this.#items = items
        this.#count += bounds.length
        return
      } catch {
        // Found again below, at the item it belongs to.
      }
    }
    for (const { start, end } of bounds) {
      this.#decodeItem(content.subarray(start, end))
      if (this.#failure !== undefined) return
    }
  }

  #decodeItem(encoded: Uint8Array): void {
    const index = this.#count++
    try {
      const alone = !this.#readsAsList()
      const item = alone ? this.#itemAlone(encoded) : this.#itemsOf(encoded, 1)[0]!
      requireItemClass(item, this.#options.itemClass)
      this.#items.push(item)
    } catch (cause) {
      const error = atItem(cause, index)
      if (this.#options.onBadItem === undefined) this.#failure = { error }
      else this.#options.onBadItem({ index, error, encoded })
    }
  }

  /** Without a kind of the list, items have to declare their own. */
  #readsAsList(): boolean {
    const isJSON = this.#assembler instanceof JSONListAssembler
    return !isJSON || this.#assembler.knowsKind || this.#options.listClass !== undefined
  }

  #itemAlone(encoded: Uint8Array): T {
    const { itemClass, decoder } = this.#options
    return decoder.decode<T>(encoded, itemClass === undefined ? {} : { into: itemClass }).object
  }

  #itemsOf(encoded: Uint8Array, count: number): T[] {
    const list = this.#options.decoder.decode(this.#assembler.withItems(encoded), this.#listOptions()).object
    const { items } = list as { items?: unknown }
    if (!Array.isArray(items) || items.length !== count) {
      throw new MachineryError('NotAList', 'the decoder did not make a list of it', { path: 'items' })
    }
    return items
  }

  #listen(signal: AbortSignal | undefined): void {
    if (signal === undefined) return
    const abort = (): void => {
      const { reason }: { reason: unknown } = signal
      this.#failure ??= {
        error: new MachineryError('Interrupted', 'reading the list was interrupted', { cause: reason }),
      }
      this.#chunks.return?.().catch(() => undefined)
    }
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
    this.#forgetSignal = () => signal.removeEventListener('abort', abort)
  }

  async #close(): Promise<void> {
    this.#ended = true
    this.#forgetSignal()
    await this.#chunks.return?.()
  }
}
