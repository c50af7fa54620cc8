import type { KubernetesObject } from 'apimachinery/runtime'
import type { Clock, Timer } from 'apimachinery/wait'
import type { Storage, StorageEvent, StorageWatch, StoredList } from './storage.js'
import { isStorageError } from './storage-error.js'

/** How a cache handles the events of its store. */
export interface IngestHandlers<T extends KubernetesObject> {
  /** Everything again. */
  replaced(list: StoredList<T>): void
  changed(event: Extract<StorageEvent<T>, { stored: unknown }>): void
  /** Changes are followed from now on. */
  following?(): void
  /** There is nothing else up to this revision. */
  progressed?(revision: number): void
  /** Reading failed; it is tried again. */
  failed?(error: unknown): void
  /** The cache has no state that could go on. */
  lost?(error: unknown): void
}

const shortestPause = 100

/** What an {@link Ingest} reads. */
export interface IngestSource<T extends KubernetesObject> {
  readonly storage: Storage<T>
  readonly prefix: string
  readonly clock: Clock
  /** The longest time between two attempts, in milliseconds. Default: 30 seconds. */
  readonly longestPause?: number | undefined
}

/**
 * Reads all objects of a storage, and then its changes, until it is stopped. A watch that breaks resumes after the last event;
 * where the store has forgotten that, everything is read again. The client's `Reflector` is another loop: it reads pages, falls back
 * between two ways to list, and ends watches itself, none of which a store needs.
 */
export class Ingest<T extends KubernetesObject> {
  readonly #source: IngestSource<T>
  readonly #handlers: IngestHandlers<T>
  /** Version from which a watch resumes; undefined: everything must be read. */
  #after: number | undefined
  #closed = false
  #watch: StorageWatch<T> | undefined
  #pause: { readonly timer: Timer; readonly end: () => void } | undefined
  readonly #running: Promise<void>

  constructor(source: IngestSource<T>, handlers: IngestHandlers<T>) {
    this.#source = source
    this.#handlers = handlers
    this.#running = this.#run()
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#watch?.stop()
    this.#pause?.timer.stop()
    this.#pause?.end()
    await this.#running
  }

  async #run(): Promise<void> {
    const { longestPause = 30_000 } = this.#source
    let pause = 0
    while (!this.#closed) {
      const before = this.#after
      try {
        if (this.#after === undefined) await this.#list()
        await this.#follow()
        pause = shortestPause
      } catch (error) {
        if (!this.#closed) this.#handlers.failed?.(error)
        // A store that cannot be reached for a while goes on where it was; after anything else the state cannot be trusted.
        if (this.#after === undefined || !isStorageError(error, 'Unavailable')) {
          this.#after = undefined
          if (!this.#closed) this.#handlers.lost?.(error)
        }
        // A watch that gave something before it broke is no reason to wait longer each time.
        const progress = this.#after !== undefined && this.#after !== before
        pause = progress ? shortestPause : Math.min(Math.max(pause * 2, shortestPause), longestPause)
      }
      if (!this.#closed) await this.#wait(pause)
    }
  }

  async #list(): Promise<void> {
    const { storage, prefix } = this.#source
    const list = await storage.list(prefix, { predicate: everything })
    if (this.#closed) return
    this.#after = list.revision
    this.#handlers.replaced(list)
  }

  async #follow(): Promise<void> {
    if (this.#closed) return
    const { storage, prefix } = this.#source
    const watch = await storage.watch(prefix, {
      predicate: everything,
      resourceVersion: String(this.#after),
      progress: true,
    })
    this.#watch = watch
    if (this.#closed) watch.stop()
    else this.#handlers.following?.()
    for await (const batch of watch) {
      if (this.#closed) return
      for (const event of batch) this.#take(event)
    }
  }

  #take(event: StorageEvent<T>): void {
    if (event.type === 'ERROR') throw event.error
    if (event.type === 'BOOKMARK') {
      this.#after = event.revision
      this.#handlers.progressed?.(event.revision)
      return
    }
    this.#after = event.stored.revision
    this.#handlers.changed(event)
  }

  #wait(milliseconds: number): Promise<void> {
    return new Promise((end) => {
      this.#pause = { timer: this.#source.clock.setTimer(end, milliseconds), end }
    })
  }
}

const everything = { empty: true, matches: () => true }
