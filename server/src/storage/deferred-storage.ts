import type { KubernetesObject } from 'apimachinery/runtime'
import type {
  CreateOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  Storage,
  StorageWatch,
  StoredList,
  UpdateOptions,
  UpdateResult,
  WatchOptions,
} from './storage.js'
import type { StoredObject } from './stored-object.js'

/** A storage that is opened by its first request, which waits until it is ready; most resources of a small cluster are never asked for. */
export class DeferredStorage<T extends KubernetesObject> implements Storage<T> {
  readonly #open: () => Storage<T>
  #opened: Storage<T> | undefined
  /** It has been ready once. */
  #settled = false
  #closed = false

  constructor(open: () => Storage<T>) {
    this.#open = open
  }

  get progressSupported(): boolean {
    return this.#storage.progressSupported
  }

  get(key: string, options?: GetOptions): Promise<StoredObject<T>> {
    return this.#when((storage) => storage.get(key, options))
  }

  list(prefix: string, options: ListOptions): Promise<StoredList<T>> {
    return this.#when((storage) => storage.list(prefix, options))
  }

  create(key: string, object: T, options?: CreateOptions): Promise<StoredObject<T>> {
    return this.#when((storage) => storage.create(key, object, options))
  }

  guaranteedUpdate(key: string, options: UpdateOptions<T>): Promise<UpdateResult<T>> {
    return this.#when((storage) => storage.guaranteedUpdate(key, options))
  }

  delete(key: string, options?: DeleteOptions<T>): Promise<StoredObject<T>> {
    return this.#when((storage) => storage.delete(key, options))
  }

  watch(prefix: string, options: WatchOptions): Promise<StorageWatch<T>> {
    return this.#when((storage) => storage.watch(prefix, options))
  }

  count(prefix: string): Promise<number> {
    return this.#when((storage) => storage.count(prefix))
  }

  currentRevision(): Promise<number> {
    return this.#storage.currentRevision()
  }

  requestProgress(): Promise<void> {
    return this.#storage.requestProgress()
  }

  readiness(): string | undefined {
    return this.#opened?.readiness()
  }

  ready(signal?: AbortSignal): Promise<void> {
    return this.#storage.ready(signal)
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#opened?.close()
  }

  get #storage(): Storage<T> {
    if (this.#opened === undefined) {
      this.#opened = this.#open()
      // Its requests then fail as those of any that is closed.
      if (this.#closed) void this.#opened.close()
    }
    return this.#opened
  }

  async #when<R>(use: (storage: Storage<T>) => Promise<R>): Promise<R> {
    const storage = this.#storage
    // What is written must come after the beginning of the history that watches have.
    if (!this.#settled) await storage.ready()
    this.#settled = true
    return use(storage)
  }
}
