import {
  type ListOptions,
  type Storage,
  StorageError,
  type StorageEvent,
  type StorageWatch,
  type StoredList,
  type WatchOptions,
} from '@apimachinery/server/storage'
import type { Pod } from './pods.js'

/** A storage whose watches can be broken, and whose answers can be held back. */
export class FaultyStorage {
  readonly storage: Storage<Pod>
  lists = 0
  watches = 0
  /** Thrown by lists and watches while it is set. */
  failure: unknown
  #gate: Promise<void> | undefined
  #open: (() => void) | undefined
  readonly #running = new Set<{ fail: (error: unknown) => void }>()

  constructor(real: Storage<Pod>) {
    this.storage = {
      list: (prefix: string, options: ListOptions) => this.#list(real, prefix, options),
      watch: (prefix: string, options: WatchOptions) => this.#watch(real, prefix, options),
      get: real.get.bind(real),
      create: real.create.bind(real),
      guaranteedUpdate: real.guaranteedUpdate.bind(real),
      delete: real.delete.bind(real),
      count: real.count.bind(real),
      currentRevision: real.currentRevision.bind(real),
      requestProgress: () => (this.#gate === undefined ? real.requestProgress() : Promise.resolve()),
      readiness: real.readiness.bind(real),
      ready: real.ready.bind(real),
      close: real.close.bind(real),
      get progressSupported() {
        return real.progressSupported
      },
    }
  }

  /** Watches deliver nothing until `resume`. */
  pause(): void {
    this.#gate ??= new Promise((open) => {
      this.#open = open
    })
  }

  resume(): void {
    this.#gate = undefined
    this.#open?.()
  }

  /** Ends the running watches with an error. */
  breakWatches(code: 'Unavailable' | 'ResourceExpired' | 'Internal'): void {
    for (const watch of [...this.#running]) watch.fail(new StorageError(code, `broken: ${code}`))
  }

  async #list(real: Storage<Pod>, prefix: string, options: ListOptions): Promise<StoredList<Pod>> {
    this.lists++
    if (this.failure !== undefined) throw this.failure
    return real.list(prefix, options)
  }

  async #watch(real: Storage<Pod>, prefix: string, options: WatchOptions): Promise<StorageWatch<Pod>> {
    this.watches++
    if (this.failure !== undefined) throw this.failure
    const inner = await real.watch(prefix, options)
    return Object.assign(this.#events(inner), { stop: () => inner.stop() }) as StorageWatch<Pod>
  }

  async *#events(inner: StorageWatch<Pod>): AsyncGenerator<readonly StorageEvent<Pod>[], void> {
    let fail: (error: unknown) => void = () => undefined
    const failed = new Promise<readonly StorageEvent<Pod>[]>((resolve) => {
      fail = (error) => resolve([{ type: 'ERROR', error }])
    })
    const entry = { fail }
    this.#running.add(entry)
    const batches = inner[Symbol.asyncIterator]()
    try {
      for (;;) {
        const next = await Promise.race([batches.next(), failed])
        if (Array.isArray(next)) {
          yield next
          return
        }
        const { value, done } = next as IteratorResult<readonly StorageEvent<Pod>[]>
        if (done) return
        await this.#gate
        yield value
      }
    } finally {
      this.#running.delete(entry)
      inner.stop()
    }
  }
}
