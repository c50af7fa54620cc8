import { Channel } from '../collections/channel.js'
import type { KubernetesObject } from '../runtime/objects/typed-object.js'
import type { WatchEvent } from './watch-event.js'
import type { Watcher } from './watcher.js'

/** A watcher that has already ended, without events and without an error. */
export function emptyWatch<T extends KubernetesObject = KubernetesObject>(): Watcher<T> {
  const nothing = new Channel<WatchEvent<T>>()
  nothing.close()
  return { stop: () => undefined, [Symbol.asyncIterator]: () => nothing[Symbol.asyncIterator]() }
}
