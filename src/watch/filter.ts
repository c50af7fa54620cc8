import type { KubernetesObject } from '../runtime/objects/typed-object.js'
import type { WatchEvent } from './watch-event.js'
import type { Watcher } from './watcher.js'

/** Returns the event to pass on, which may be another one, or `undefined` to drop it. */
export type FilterFunc<T extends KubernetesObject = KubernetesObject, R extends KubernetesObject = T> = (
  event: WatchEvent<T>,
) => WatchEvent<R> | undefined

/**
 * Passes the events of `watcher` through `filter`; stopping the result stops `watcher`. Events are read on demand.
 *
 * As in Go, a filter cannot know that an object did not pass before: `MODIFIED` stays `MODIFIED` although it should be
 * `ADDED`.
 *
 * An error of `filter` stops the watch and is thrown from the loop.
 */
export function filter<T extends KubernetesObject, R extends KubernetesObject = T>(
  watcher: Watcher<T>,
  filter: FilterFunc<T, R>,
): Watcher<R> {
  return { stop: () => watcher.stop(), [Symbol.asyncIterator]: () => new FilterIterator(watcher, filter) }
}

class FilterIterator<T extends KubernetesObject, R extends KubernetesObject>
  implements AsyncIterableIterator<WatchEvent<R>>
{
  readonly #watcher: Watcher<T>
  readonly #events: AsyncIterator<WatchEvent<T>>
  readonly #filter: FilterFunc<T, R>

  constructor(watcher: Watcher<T>, filter: FilterFunc<T, R>) {
    this.#watcher = watcher
    this.#events = watcher[Symbol.asyncIterator]()
    this.#filter = filter
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<WatchEvent<R>, undefined>> {
    for (;;) {
      const { value, done } = await this.#events.next()
      if (done === true) return { value: undefined, done }
      const passed = this.#passed(value)
      if (passed !== undefined) return { value: passed, done: false }
    }
  }

  async return(): Promise<IteratorResult<WatchEvent<R>, undefined>> {
    this.#watcher.stop()
    await this.#events.return?.()
    return { value: undefined, done: true }
  }

  #passed(event: WatchEvent<T>): WatchEvent<R> | undefined {
    try {
      return this.#filter(event)
    } catch (error) {
      this.#watcher.stop()
      throw error
    }
  }
}
