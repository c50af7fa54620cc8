import type { KubernetesObject } from '../runtime/objects/typed-object.js'
import type { WatchEvent } from './watch-event.js'
import type { Watcher } from './watcher.js'

/** The functions of a {@link MockWatcher}. */
export interface MockWatcherFuncs<T extends KubernetesObject = KubernetesObject> {
  /** Called by `stop`. */
  stopFunc(): void
  /** Called for each loop over the events. */
  resultChanFunc(): AsyncIterable<WatchEvent<T>>
}

/** A watcher made of two functions. */
export class MockWatcher<T extends KubernetesObject = KubernetesObject> implements Watcher<T> {
  readonly #funcs: MockWatcherFuncs<T>

  constructor(funcs: MockWatcherFuncs<T>) {
    this.#funcs = funcs
  }

  stop(): void {
    this.#funcs.stopFunc()
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<WatchEvent<T>> {
    const events = this.#funcs.resultChanFunc()[Symbol.asyncIterator]()
    const iterator: AsyncIterableIterator<WatchEvent<T>> = {
      next: () => events.next(),
      return: async () => {
        this.stop()
        await events.return?.()
        return { value: undefined, done: true }
      },
      [Symbol.asyncIterator]: () => iterator,
    }
    return iterator
  }
}
