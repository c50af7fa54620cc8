import type { KubernetesObject } from '../runtime/objects/typed-object.js'
import { SourceIterator } from './source-iterator.js'
import type { WatchEvent } from './watch-event.js'
import { stopOnAbort, type Watcher } from './watcher.js'

/**
 * Makes any source of events a watcher. Stopping it closes the source, and aborts {@link stopSignal} to notify the producer
 * of the events.
 */
export class ProxyWatcher<T extends KubernetesObject = KubernetesObject> implements Watcher<T> {
  readonly #events: SourceIterator<WatchEvent<T>>
  readonly #stopped = new AbortController()
  readonly #forgetSignal: () => void

  constructor(source: AsyncIterable<WatchEvent<T>>, options: { readonly signal?: AbortSignal | undefined } = {}) {
    this.#events = new SourceIterator(source, { onEnd: () => this.#forgetSignal?.(), onLeave: () => this.stop() })
    this.#forgetSignal = stopOnAbort(this, options.signal)
  }

  /** Reports whether the watch was stopped. */
  get stopping(): boolean {
    return this.#stopped.signal.aborted
  }

  /** Aborted when the watch is stopped; Go's `StopChan`. */
  get stopSignal(): AbortSignal {
    return this.#stopped.signal
  }

  stop(): void {
    this.#stopped.abort()
    this.#events.close()
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<WatchEvent<T>> {
    return this.#events
  }
}
