import type { KubernetesObject } from '../runtime/objects/typed-object.js'
import type { WatchEvent } from './watch-event.js'

/**
 * Something that can be watched; Go's `watch.Interface`. Events are taken with `for await`: leaving the loop stops the
 * watch. Several loops over one watcher share its events.
 */
export interface Watcher<T extends KubernetesObject = KubernetesObject> extends AsyncIterable<WatchEvent<T>> {
  /** The events, each once. */
  [Symbol.asyncIterator](): AsyncIterableIterator<WatchEvent<T>>
  /** Ends the watch: what was queued can still be taken, then loops end. May be called again. */
  stop(): void
}

/** Stops `watcher` when `signal` is aborted. The answer forgets the signal, for when the watch ends by itself. */
export function stopOnAbort(watcher: { stop(): void }, signal: AbortSignal | undefined): () => void {
  if (signal === undefined) return () => undefined
  const stop = (): void => watcher.stop()
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  return () => signal.removeEventListener('abort', stop)
}
