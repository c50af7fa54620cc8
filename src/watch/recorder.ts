import type { KubernetesObject } from '../runtime/objects/typed-object.js'
import { filter } from './filter.js'
import type { WatchEvent } from './watch-event.js'
import type { Watcher } from './watcher.js'

/** Passes the events of a watcher on and remembers them. */
export class Recorder<T extends KubernetesObject = KubernetesObject> implements Watcher<T> {
  readonly #watcher: Watcher<T>
  readonly #events: WatchEvent<T>[] = []

  constructor(watcher: Watcher<T>) {
    this.#watcher = filter(watcher, (event) => {
      this.#events.push(event)
      return event
    })
  }

  /** A copy of what was passed on so far. */
  get events(): readonly WatchEvent<T>[] {
    return [...this.#events]
  }

  stop(): void {
    this.#watcher.stop()
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<WatchEvent<T>> {
    return this.#watcher[Symbol.asyncIterator]()
  }
}
