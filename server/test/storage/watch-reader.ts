import type { StorageEvent, StorageWatch } from '@apimachinery/server/storage'
import { type Pod, words } from './pods.js'

/** Reads a watch in steps. */
export class WatchReader {
  readonly #watch: StorageWatch<Pod>
  readonly #batches: AsyncIterator<readonly StorageEvent<Pod>[]>
  readonly #events: StorageEvent<Pod>[] = []

  constructor(watch: StorageWatch<Pod>) {
    this.#watch = watch
    this.#batches = watch[Symbol.asyncIterator]()
  }

  async events(count: number): Promise<StorageEvent<Pod>[]> {
    while (this.#events.length < count) {
      const { value, done } = await this.#batches.next()
      if (done) throw new Error(`the watch ended after ${this.#events.length} of ${count} events`)
      this.#events.push(...value)
    }
    return this.#events.splice(0, count)
  }

  /** The next events in few words. */
  async words(count: number): Promise<string[]> {
    return (await this.events(count)).map(words)
  }

  /** Everything until the watch ends. */
  async rest(): Promise<string[]> {
    for (;;) {
      const { value, done } = await this.#batches.next()
      if (done) return this.#events.splice(0).map(words)
      this.#events.push(...value)
    }
  }

  stop(): void {
    this.#watch.stop()
  }
}
