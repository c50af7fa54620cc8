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
export interface StoredConversion {
  toReaders(objects: readonly KubernetesObject[]): Promise<readonly KubernetesObject[]>
  toStore(object: KubernetesObject): Promise<KubernetesObject>
  readonly attributes: (object: KubernetesObject) => Attributes
}

const everything: SelectionPredicate = { empty: true, matches: () => true }

/**
 * A storage whose objects are converted on their way in and out, which takes time and may fail. Selectors look at converted
 * objects. Lists are converted as a whole.
 */
export class ConvertingStorage implements Storage {
  readonly #inner: Storage
  readonly #conversion: StoredConversion

  constructor(inner: Storage, conversion: StoredConversion) {
    this.#inner = inner
    this.#conversion = conversion
  }

  get progressSupported(): boolean {
    return this.#inner.progressSupported
  }

  async get(key: string, options?: GetOptions): Promise<StoredObject> {
    return this.#shown(await this.#inner.get(key, options))
  }

  async list(prefix: string, options: ListOptions): Promise<StoredList> {
    const { predicate, limit } = options
    if (predicate.empty) {
      const list = await this.#inner.list(prefix, options)
      return { ...list, items: await this.#allShown(list.items) }
    }
    const items: StoredObject[] = []
    for (let { continueToken } = options; ; ) {
      const list = await this.#inner.list(prefix, {
        ...options,
        predicate: everything,
        ...(limit !== undefined && limit > 0 && { limit: limit - items.length }),
        ...(continueToken !== undefined && { continueToken }),
      })
      const shown = await this.#allShown(list.items)
      items.push(...shown.filter(({ attributes }) => predicate.matches(attributes)))
      continueToken = list.continueToken
      if (!continueToken || limit === undefined || items.length >= limit) {
        return { items, revision: list.revision, ...(continueToken && { continueToken }) }
      }
    }
  }

  async create(key: string, object: KubernetesObject, options?: CreateOptions): Promise<StoredObject> {
    return this.#shown(await this.#inner.create(key, await this.#conversion.toStore(object), options))
  }

  async guaranteedUpdate(
    key: string,
    options: UpdateOptions<KubernetesObject>,
  ): Promise<UpdateResult<KubernetesObject>> {
    const { suggestion, tryUpdate, ...rest } = options
    const known = suggestion instanceof ConvertedObject ? suggestion : undefined
    const { stored, changed } = await this.#inner.guaranteedUpdate(key, {
      ...rest,
      ...(known !== undefined && { suggestion: known.stored }),
      tryUpdate: async (current) => {
        const shown = current === undefined || current === known?.stored ? known : await this.#shown(current)
        const attempt = await tryUpdate(current === undefined ? undefined : shown)
        return { ...attempt, object: await this.#conversion.toStore(attempt.object) }
      },
    })
    return { stored: await this.#shown(stored), changed }
  }

  async delete(key: string, options: DeleteOptions<KubernetesObject> = {}): Promise<StoredObject> {
    const { suggestion, validate, ...rest } = options
    const known = suggestion instanceof ConvertedObject ? suggestion : undefined
    const stored = await this.#inner.delete(key, {
      ...rest,
      ...(known !== undefined && { suggestion: known.stored }),
      ...(validate !== undefined && {
        validate: async (current: KubernetesObject) => {
          const isKnown = current === known?.stored.object
          const [shown] = isKnown ? [known.object] : await this.#conversion.toReaders([current])
          await validate(shown as KubernetesObject)
        },
      }),
    })
    return this.#shown(stored)
  }

  async watch(prefix: string, options: WatchOptions): Promise<StorageWatch> {
    const watch = await this.#inner.watch(prefix, options)
    const shown = (batch: readonly StorageEvent[]) => this.#shownEvents(batch)
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

  close(): Promise<void> {
    return this.#inner.close()
  }

  /** One batch in one review; where that fails, the error ends the watch. */
  async #shownEvents(batch: readonly StorageEvent[]): Promise<readonly StorageEvent[]> {
    const stored = batch.flatMap((event) => ('stored' in event ? [event.stored] : []))
    try {
      const shown = await this.#allShown(stored)
      let next = 0
      return batch.map((event) => ('stored' in event ? { ...event, stored: shown[next++] as StoredObject } : event))
    } catch (error) {
      return [{ type: 'ERROR', error }]
    }
  }

  async #shown(stored: StoredObject): Promise<StoredObject> {
    return (await this.#allShown([stored]))[0] as StoredObject
  }

  async #allShown(stored: readonly StoredObject[]): Promise<StoredObject[]> {
    const objects = await this.#conversion.toReaders(stored.map(({ object }) => object))
    return stored.map((each, index) => new ConvertedObject(each, objects[index] as KubernetesObject, this.#conversion))
  }
}

/** A stored object in the version of its readers. */
class ConvertedObject implements StoredObject {
  readonly stored: StoredObject
  readonly key: string
  readonly revision: number
  readonly object: KubernetesObject
  readonly attributes: Attributes
  readonly #encodings = new Map<string, Uint8Array>()

  constructor(stored: StoredObject, object: KubernetesObject, { attributes }: StoredConversion) {
    this.stored = stored
    this.key = stored.key
    this.revision = stored.revision
    this.object = object
    this.attributes = attributes(object)
  }

  encoding(identifier: string, encode: (object: KubernetesObject) => Uint8Array): Uint8Array {
    const made = this.#encodings.get(identifier) ?? encode(this.object)
    this.#encodings.set(identifier, made)
    return made
  }
}
