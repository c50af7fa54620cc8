import type { KubernetesObject } from 'apimachinery/runtime'
import type {
  CreateOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  SelectionPredicate,
  Storage,
  StorageEvent,
  StorageWatch,
  StoredList,
  UpdateOptions,
  UpdateResult,
  WatchOptions,
} from './storage.js'
import type { Attributes, StoredObject } from './stored-object.js'

/** Converts between the version that is stored and the one that readers see; the objects given are not changed. */
export interface StoredConversion<T extends KubernetesObject = KubernetesObject> {
  toReaders(objects: readonly T[]): Promise<readonly T[]>
  toStore(object: T): Promise<T>
}

/** The conversion of a resource, and the attributes of objects as readers see them. */
interface ReadersConversion<T extends KubernetesObject> extends StoredConversion<T> {
  readonly attributes: (object: T) => Attributes
}

const everything: SelectionPredicate = { empty: true, matches: () => true }

/**
 * A storage whose objects are converted on their way in and out, which takes time and may fail. Selectors look at converted
 * objects. Lists are converted as a whole.
 */
export class ConvertingStorage<T extends KubernetesObject> implements Storage<T> {
  readonly #inner: Storage<T>
  readonly #conversion: ReadersConversion<T>

  constructor(inner: Storage<T>, conversion: ReadersConversion<T>) {
    this.#inner = inner
    this.#conversion = conversion
  }

  get progressSupported(): boolean {
    return this.#inner.progressSupported
  }

  async get(key: string, options?: GetOptions): Promise<StoredObject<T>> {
    return this.#shown(await this.#inner.get(key, options))
  }

  async list(prefix: string, options: ListOptions): Promise<StoredList<T>> {
    const { predicate, limit } = options
    if (predicate.empty) {
      const list = await this.#inner.list(prefix, options)
      return { ...list, items: await this.#allShown(list.items) }
    }
    const items: StoredObject<T>[] = []
    for (let { continueToken } = options; ; ) {
      const list = await this.#inner.list(prefix, {
        ...options,
        predicate: everything,
        limit: limit !== undefined && limit > 0 ? limit - items.length : limit,
        continueToken,
      })
      const shown = await this.#allShown(list.items)
      items.push(...shown.filter(({ attributes }) => predicate.matches(attributes)))
      continueToken = list.continueToken
      if (!continueToken || limit === undefined || items.length >= limit) {
        return { items, revision: list.revision, continueToken: continueToken || undefined }
      }
    }
  }

  async create(key: string, object: T, options?: CreateOptions): Promise<StoredObject<T>> {
    return this.#shown(await this.#inner.create(key, await this.#conversion.toStore(object), options))
  }

  async guaranteedUpdate(key: string, options: UpdateOptions<T>): Promise<UpdateResult<T>> {
    const { suggestion, tryUpdate, ...rest } = options
    const known = suggestion instanceof ConvertedObject ? (suggestion as ConvertedObject<T>) : undefined
    const { stored, changed } = await this.#inner.guaranteedUpdate(key, {
      ...rest,
      suggestion: known?.stored,
      tryUpdate: async (current) => {
        const shown = current === undefined || current === known?.stored ? known : await this.#shown(current)
        const attempt = await tryUpdate(current === undefined ? undefined : shown)
        return { ...attempt, object: await this.#conversion.toStore(attempt.object) }
      },
    })
    return { stored: await this.#shown(stored), changed }
  }

  async delete(key: string, options: DeleteOptions<T> = {}): Promise<StoredObject<T>> {
    const { suggestion, validate, ...rest } = options
    const known = suggestion instanceof ConvertedObject ? (suggestion as ConvertedObject<T>) : undefined
    const stored = await this.#inner.delete(key, {
      ...rest,
      suggestion: known?.stored,
      ...(validate !== undefined && {
        validate: async (current: T) => {
          const isKnown = current === known?.stored.object
          const [shown] = isKnown ? [known.object] : await this.#conversion.toReaders([current])
          await validate(shown!)
        },
      }),
    })
    return this.#shown(stored)
  }

  async watch(prefix: string, options: WatchOptions): Promise<StorageWatch<T>> {
    const watch = await this.#inner.watch(prefix, options)
    const shown = (batch: readonly StorageEvent<T>[]) => this.#shownEvents(batch)
    return {
      async *[Symbol.asyncIterator]() {
        for await (const batch of watch) {
          const events = await shown(batch)
          yield events
          if (events.at(-1)?.type === 'ERROR') return
        }
      },
      stop: () => watch.stop(),
    }
  }

  count(prefix: string): Promise<number> {
    return this.#inner.count(prefix)
  }

  currentRevision(): Promise<number> {
    return this.#inner.currentRevision()
  }

  requestProgress(): Promise<void> {
    return this.#inner.requestProgress()
  }

  readiness(): string | undefined {
    return this.#inner.readiness()
  }

  ready(signal?: AbortSignal): Promise<void> {
    return this.#inner.ready(signal)
  }

  close(): Promise<void> {
    return this.#inner.close()
  }

  /** One batch in one review; where that fails, the error ends the watch. */
  async #shownEvents(batch: readonly StorageEvent<T>[]): Promise<readonly StorageEvent<T>[]> {
    const stored = batch.flatMap((event) => ('stored' in event ? [event.stored] : []))
    try {
      const shown = await this.#allShown(stored)
      let next = 0
      return batch.map((event) => ('stored' in event ? { ...event, stored: shown[next++]! } : event))
    } catch (error) {
      return [{ type: 'ERROR', error }]
    }
  }

  async #shown(stored: StoredObject<T>): Promise<StoredObject<T>> {
    return (await this.#allShown([stored]))[0]!
  }

  async #allShown(stored: readonly StoredObject<T>[]): Promise<StoredObject<T>[]> {
    const objects = await this.#conversion.toReaders(stored.map(({ object }) => object))
    return stored.map((each, index) => new ConvertedObject(each, objects[index]!, this.#conversion))
  }
}

/** A stored object in the version of its readers. */
class ConvertedObject<T extends KubernetesObject> implements StoredObject<T> {
  readonly stored: StoredObject<T>
  readonly key: string
  readonly revision: number
  readonly object: T
  readonly attributes: Attributes
  readonly #encodings = new Map<string, Uint8Array>()

  constructor(stored: StoredObject<T>, object: T, { attributes }: ReadersConversion<T>) {
    this.stored = stored
    this.key = stored.key
    this.revision = stored.revision
    this.object = object
    this.attributes = attributes(object)
  }

  encoding(identifier: string, encode: (object: T) => Uint8Array): Uint8Array {
    const made = this.#encodings.get(identifier) ?? encode(this.object)
    this.#encodings.set(identifier, made)
    return made
  }
}
