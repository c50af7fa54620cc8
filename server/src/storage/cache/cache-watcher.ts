import type { KubernetesObject } from 'apimachinery/runtime'
import type { AbortState } from '../../internal/abort-state.js'
import type { SelectionPredicate, StorageEvent, StorageWatch } from '../storage.js'
import type { StoredObject } from '../stored-object.js'
import { type CacheEvent, selects } from './cache-event.js'

/** Past events that are delivered at once, so that a long replay does not delay others. */
const batchSize = 500

/** The initial content for a watcher, before live events. */
export interface WatchStart<T extends KubernetesObject> {
  /** Objects that are there, as ADDED. */
  readonly objects?: Iterable<StoredObject<T>> | undefined
  /** Events since the requested version. */
  readonly events?: readonly CacheEvent<T>[] | undefined
  /** Events up to here are known already. */
  readonly revision: number
  /** Says in a bookmark that the initial events are over. */
  readonly endBookmark: boolean
}

export interface CacheWatcherOptions {
  /** Only keys that start with it; one key where `single`. */
  readonly prefix: string
  readonly single: boolean
  readonly predicate: SelectionPredicate
  readonly allowBookmarks: boolean
  /** When the caller ends the watch, milliseconds since the epoch. */
  readonly deadline: number | undefined
  /** Value of the field by which watchers are indexed, where the predicate demands one. */
  readonly trigger: string | undefined
  /** Events that may wait for the reader. */
  readonly mostPending: number
  readonly signal: AbortState | undefined
}

/**
 * One watch of the cache. It holds what its reader has not taken yet, up to a bound; who is slower is cut off. It is no `Channel`: its
 * reader takes all that waits in one piece, and each event is offered to a thousand of them.
 */
export class CacheWatcher<T extends KubernetesObject> implements StorageWatch<T> {
  readonly options: CacheWatcherOptions
  /** When the next bookmark is due, milliseconds since the epoch. */
  bookmarkDue = Number.POSITIVE_INFINITY
  readonly #start: WatchStart<T>
  readonly #forget: (watcher: CacheWatcher<T>) => void
  #pending: StorageEvent<T>[] = []
  /** Events of the batch that its reader is at. */
  #taken = 0
  #revision: number
  #stopped = false
  #tooSlow = false
  #failure: unknown
  #wake: (() => void) | undefined

  constructor(options: CacheWatcherOptions, start: WatchStart<T>, forget: (watcher: CacheWatcher<T>) => void) {
    this.options = options
    this.#start = start
    this.#forget = forget
    this.#revision = start.revision
    if (options.signal?.aborted) this.#stopped = true
    else options.signal?.addEventListener('abort', this.stop)
  }

  /** Delivers an event; false where the reader is too slow, and was ended. */
  offer(event: CacheEvent<T>): boolean {
    if (this.#stopped || event.revision <= this.#revision) return true
    const seen = event.eventFor(this.options.predicate)
    if (seen === undefined) return true
    if (this.#pending.length >= this.options.mostPending) {
      this.#tooSlow = true
      this.stop()
      return false
    }
    this.#pending.push(seen)
    this.#notify()
    return true
  }

  /** Delivers a bookmark, unless so many events are waiting that it would be outdated. */
  offerBookmark(revision: number): void {
    if (this.#stopped || revision < this.#revision || this.#pending.length >= this.options.mostPending) return
    this.#pending.push({ type: 'BOOKMARK', revision, initialEventsEnd: false })
    this.#notify()
  }

  /** Ends the watch with an error, which its reader gets after what waits for it. */
  fail(error: unknown): void {
    if (this.#stopped) return
    this.#failure = error
    this.#forget(this)
    this.#notify()
  }

  readonly stop = (): void => {
    if (!this.#stopped) this.#forget(this)
    this.#stopped = true
    this.#pending = []
    this.options.signal?.removeEventListener('abort', this.stop)
    this.#notify()
  }

  /** Its reader was cut off. */
  get tooSlow(): boolean {
    return this.#tooSlow
  }

  get stopped(): boolean {
    return this.#stopped
  }

  /** Events that its reader has yet to see, those of the batch included that it was given last. */
  get behind(): number {
    return this.#pending.length + this.#taken
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly StorageEvent<T>[], void> {
    try {
      for (const batch of this.#initial()) {
        if (this.#stopped) return
        yield batch
      }
      while (!this.#stopped) {
        if (this.#pending.length > 0) {
          yield this.#take()
          this.#taken = 0
        } else if (this.#failure !== undefined) {
          yield [{ type: 'ERROR', error: this.#failure }]
          return
        } else await new Promise<void>((resolve) => (this.#wake = resolve))
      }
    } finally {
      this.stop()
    }
  }

  #take(): readonly StorageEvent<T>[] {
    const taken = this.#pending
    this.#pending = []
    this.#taken = taken.length
    return taken
  }

  *#initial(): Generator<readonly StorageEvent<T>[], void> {
    let batch: StorageEvent<T>[] = []
    for (const event of this.#initialEvents()) {
      batch.push(event)
      if (batch.length < batchSize) continue
      yield batch
      batch = []
    }
    if (batch.length > 0) yield batch
  }

  *#initialEvents(): Generator<StorageEvent<T>, void> {
    const { objects = [], events = [], revision, endBookmark } = this.#start
    const { prefix, single, predicate } = this.options
    const wanted = (key: string) => (single ? key === prefix : key.startsWith(prefix))
    for (const stored of objects) if (selects(predicate, stored)) yield { type: 'ADDED', stored }
    for (const event of events) {
      const seen = wanted(event.key) ? event.eventFor(predicate) : undefined
      if (seen !== undefined) yield seen
    }
    if (endBookmark) yield { type: 'BOOKMARK', revision, initialEventsEnd: true }
  }

  #notify(): void {
    const wake = this.#wake
    this.#wake = undefined
    wake?.()
  }
}
