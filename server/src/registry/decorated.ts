import { deepCopy } from 'apimachinery/descriptor'
import type { KubernetesObject } from 'apimachinery/runtime'
import type { StorageEvent, StorageWatch } from '../storage/storage.js'
import type { StoredObject } from '../storage/stored-object.js'

/** A stored object as readers see it: `decorate` changes a copy when it is first looked at. */
export function decorated<T extends KubernetesObject>(
  stored: StoredObject<T>,
  decorate: (object: T) => void,
): StoredObject<T> {
  let object: T | undefined
  const shown = (): T => {
    if (object === undefined) {
      object = deepCopy(stored.object)
      decorate(object)
    }
    return object
  }
  return {
    key: stored.key,
    revision: stored.revision,
    get object() {
      return shown()
    },
    attributes: stored.attributes,
    encoding: (_identifier, encode) => encode(shown()),
  }
}

/** A watch whose objects are decorated. */
export function decoratedWatch<T extends KubernetesObject>(
  watch: StorageWatch<T>,
  show: (stored: StoredObject<T>) => StoredObject<T>,
): StorageWatch<T> {
  const shown = (event: StorageEvent<T>): StorageEvent<T> =>
    event.type === 'ADDED' || event.type === 'MODIFIED' || event.type === 'DELETED'
      ? { type: event.type, stored: show(event.stored) }
      : event
  return {
    async *[Symbol.asyncIterator]() {
      for await (const batch of watch) yield batch.map(shown)
    },
    stop: () => watch.stop(),
  }
}
