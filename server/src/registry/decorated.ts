import { deepCopy } from 'apimachinery/descriptor'
import type { KubernetesObject } from 'apimachinery/runtime'
import type { StorageEvent, StorageWatch } from '../storage/storage.js'
import type { Attributes, StoredObject } from '../storage/stored-object.js'
import type { Encodable } from './encodable.js'
import type { StoreHooks } from './store-options.js'

/** An object as readers see it: `decorate` changes a copy of a stored one when it is first looked at. */
export function decorated<T extends KubernetesObject, E extends StoredObject<T> | Encodable<T>>(
  result: E,
  { decorate }: Pick<StoreHooks<T>, 'decorate'>,
): E | StoredObject<T> {
  return decorate === undefined || !('key' in result) ? result : new DecoratedObject(result, decorate)
}

class DecoratedObject<T extends KubernetesObject> implements StoredObject<T> {
  readonly key: string
  readonly revision: number
  readonly #stored: StoredObject<T>
  readonly #decorate: (object: T) => void
  #object: T | undefined

  constructor(stored: StoredObject<T>, decorate: (object: T) => void) {
    this.key = stored.key
    this.revision = stored.revision
    this.#stored = stored
    this.#decorate = decorate
  }

  get object(): T {
    if (this.#object === undefined) {
      this.#object = deepCopy(this.#stored.object)
      this.#decorate(this.#object)
    }
    return this.#object
  }

  get attributes(): Attributes {
    return this.#stored.attributes
  }

  encoding(_identifier: string, encode: (object: T) => Uint8Array): Uint8Array {
    return encode(this.object)
  }
}

/** A watch whose objects are decorated. */
export function decoratedWatch<T extends KubernetesObject>(
  watch: StorageWatch<T>,
  hooks: Pick<StoreHooks<T>, 'decorate'>,
): StorageWatch<T> {
  if (hooks.decorate === undefined) return watch
  const shown = (event: StorageEvent<T>): StorageEvent<T> =>
    event.type === 'ADDED' || event.type === 'MODIFIED' || event.type === 'DELETED'
      ? { type: event.type, stored: decorated(event.stored, hooks) }
      : event
  return {
    async *[Symbol.asyncIterator]() {
      for await (const batch of watch) yield batch.map(shown)
    },
    stop: () => watch.stop(),
  }
}
