import type { KubernetesObject } from 'apimachinery/runtime'
import type { StorageCodec } from './lazy-object.js'
import type {
  CreateOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  Storage,
  StorageLatencies,
  StorageWatch,
  StoredList,
  UpdateOptions,
  UpdateResult,
  WatchOptions,
} from './storage.js'
import type { StoredObject } from './stored-object.js'

/** Operations by upstream's names. */
export type StorageOperation = 'get' | 'list' | 'create' | 'update' | 'delete' | 'listWithCount'

/** Observes the requests to the store of a resource. */
export interface StorageObserver {
  request(operation: StorageOperation, seconds: number, failed: boolean): void
  /** A stored object could not be decoded. */
  decodeFailed(): void
  /** The numbers of objects that a list has read and returned. */
  listed(fetched: number, returned: number): void
}

interface Caller {
  readonly latencies?: StorageLatencies | undefined
  /** Milliseconds that were not spent in the store. */
  readonly elsewhere?: (() => number) | undefined
}

/** A storage that reports how long its requests take. */
export class ObservedStorage<T extends KubernetesObject> implements Storage<T> {
  readonly #storage: Storage<T>
  readonly #observer: StorageObserver

  constructor(storage: Storage<T>, observer: StorageObserver) {
    this.#storage = storage
    this.#observer = observer
  }

  get progressSupported(): boolean {
    return this.#storage.progressSupported
  }

  get(key: string, options?: GetOptions): Promise<StoredObject<T>> {
    return this.#timed('get', () => this.#storage.get(key, options), options)
  }

  async list(prefix: string, options: ListOptions): Promise<StoredList<T>> {
    const list = await this.#timed('list', () => this.#storage.list(prefix, options), options)
    this.#observer.listed(list.items.length, list.items.length)
    return list
  }

  create(key: string, object: T, options?: CreateOptions): Promise<StoredObject<T>> {
    return this.#timed('create', () => this.#storage.create(key, object, options), options)
  }

  guaranteedUpdate(key: string, options: UpdateOptions<T>): Promise<UpdateResult<T>> {
    // The caller's own processing is not the store's time.
    let elsewhere = 0
    const tryUpdate: typeof options.tryUpdate = async (current) => {
      const start = performance.now()
      try {
        return await options.tryUpdate(current)
      } finally {
        elsewhere += performance.now() - start
      }
    }
    const update = () => this.#storage.guaranteedUpdate(key, { ...options, tryUpdate })
    return this.#timed('update', update, { latencies: options.latencies, elsewhere: () => elsewhere })
  }

  delete(key: string, options?: DeleteOptions<T>): Promise<StoredObject<T>> {
    return this.#timed('delete', () => this.#storage.delete(key, options), options)
  }

  watch(prefix: string, options: WatchOptions): Promise<StorageWatch<T>> {
    return this.#storage.watch(prefix, options)
  }

  count(prefix: string): Promise<number> {
    return this.#timed('listWithCount', () => this.#storage.count(prefix))
  }

  currentRevision(): Promise<number> {
    return this.#storage.currentRevision()
  }

  requestProgress(): Promise<void> {
    return this.#storage.requestProgress()
  }

  readiness(): string | undefined {
    return this.#storage.readiness()
  }

  ready(signal?: AbortSignal): Promise<void> {
    return this.#storage.ready(signal)
  }

  close(): Promise<void> {
    return this.#storage.close()
  }

  async #timed<R>(operation: StorageOperation, run: () => Promise<R>, caller: Caller = {}): Promise<R> {
    const start = performance.now()
    let failed = true
    try {
      const result = await run()
      failed = false
      return result
    } finally {
      const took = performance.now() - start - (caller.elsewhere?.() ?? 0)
      this.#observer.request(operation, took / 1000, failed)
      caller.latencies?.storage(took)
    }
  }
}

/** A codec that reports objects that it cannot decode. */
export function observedCodec<T extends KubernetesObject>(
  codec: StorageCodec<T>,
  observer: Pick<StorageObserver, 'decodeFailed'>,
): StorageCodec<T> {
  // One by one: what a class has is not copied with its members.
  return {
    rebuilds: codec.rebuilds,
    labels: codec.labels,
    encode: (object) => codec.encode(object),
    ...(codec.encodeAs !== undefined && { encodeAs: codec.encodeAs.bind(codec) }),
    decode(data) {
      try {
        return codec.decode(data)
      } catch (error) {
        observer.decodeFailed()
        throw error
      }
    },
  }
}
