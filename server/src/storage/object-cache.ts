import { getName, getNamespace, getResourceVersion, type KubernetesObject } from 'apimachinery/runtime'
import { type Clock, systemClock } from 'apimachinery/wait'
import { Ingest } from './ingest.js'
import type { Storage, StorageEvent } from './storage.js'
import { isStorageError } from './storage-error.js'
import type { StoredObject } from './stored-object.js'

/** A change of the objects in an {@link ObjectCache}. */
export type ObjectChange<T extends KubernetesObject> =
  | { readonly type: 'ADDED'; readonly object: T }
  | { readonly type: 'MODIFIED'; readonly object: T; readonly old: T }
  | { readonly type: 'DELETED'; readonly object: T }

/** Input of an {@link ObjectCache}. */
export interface ObjectCacheOptions<T extends KubernetesObject> {
  readonly storage: Storage<T>
  /** Prefix of the keys that it follows. */
  readonly prefix: string
  /** Called when the watch fails; the cache restarts it. */
  readonly onError?: ((error: unknown) => void) | undefined
  readonly clock?: Clock | undefined
}

const longestPause = 10_000

/**
 * The objects of a resource in memory, for parts of the server that need them on each request: roles, namespaces, quotas.
 * It follows the storage, and starts again from a new list when the watch fails. Objects are shared and must not be
 * changed.
 */
export class ObjectCache<T extends KubernetesObject> {
  readonly #options: ObjectCacheOptions<T>
  readonly #byNamespace = new Map<string, Map<string, T>>()
  readonly #listeners = new Set<(change: ObjectChange<T>) => void>()
  readonly #synced: Promise<void>
  #resolveSynced!: () => void
  #hasSynced = false
  #ingest: Ingest<T> | undefined

  constructor(options: ObjectCacheOptions<T>) {
    this.#options = options
    this.#synced = new Promise((resolve) => {
      this.#resolveSynced = resolve
    })
  }

  /** Begins to follow; resolves when the first list is in. */
  start(): Promise<void> {
    const { storage, prefix, clock = systemClock, onError } = this.#options
    this.#ingest ??= new Ingest<T>(
      { storage, prefix, clock, longestPause },
      {
        replaced: ({ items }) => this.#replace(items),
        changed: (event) => this.#apply(event),
        failed: (error) => {
          if (!isStarting(error)) onError?.(error)
        },
      },
    )
    return this.#synced
  }

  stop(): void {
    void this.#ingest?.close()
    this.#resolveSynced()
  }

  get hasSynced(): boolean {
    return this.#hasSynced
  }

  /** `namespace` is `''` for kinds of the cluster. */
  get(namespace: string, name: string): T | undefined {
    return this.#byNamespace.get(namespace)?.get(name)
  }

  /** All objects, or those of one namespace. */
  *list(namespace?: string): Generator<T> {
    if (namespace !== undefined) {
      yield* this.#byNamespace.get(namespace)?.values() ?? []
      return
    }
    for (const objects of this.#byNamespace.values()) yield* objects.values()
  }

  /** Resolves when the cache has an object as it was written, or in a later state. */
  async caughtUp(written: KubernetesObject): Promise<void> {
    const version = (object: KubernetesObject | undefined): number => Number(getResourceVersion(object ?? {}) || 0)
    const wanted = version(written)
    const isThere = (): boolean => version(this.get(getNamespace(written), getName(written))) >= wanted
    if (isThere()) return
    await new Promise<void>((resolve) => {
      const unlisten = this.onChange(({ type, object }) => {
        const isGone = type === 'DELETED' && getName(object) === getName(written) && version(object) >= wanted
        if (!isThere() && !isGone) return
        unlisten()
        resolve()
      })
    })
  }

  /** Calls back for each change from now on; the answer takes the listener away. */
  onChange(listener: (change: ObjectChange<T>) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #replace(items: readonly StoredObject<T>[]): void {
    // Objects from before a failure that are not in the new list were deleted meanwhile.
    const seen = this.#hasSynced ? new Set<string>() : undefined
    for (const stored of items) this.#apply({ type: 'ADDED', stored }, seen)
    if (seen !== undefined) this.#removeUnseen(seen)
    this.#hasSynced = true
    this.#resolveSynced()
  }

  #apply(event: Extract<StorageEvent<T>, { stored: StoredObject<T> }>, seen?: Set<string>): void {
    const object = this.#objectOf(event.stored)
    if (object === undefined) return
    const [namespace, name] = [getNamespace(object), getName(object)]
    seen?.add(`${namespace}/${name}`)
    const objects = this.#objectsOf(namespace)
    const old = objects.get(name)
    if (event.type === 'DELETED') {
      objects.delete(name)
      if (objects.size === 0) this.#byNamespace.delete(namespace)
      if (old !== undefined) this.#notify({ type: 'DELETED', object })
      return
    }
    objects.set(name, object)
    this.#notify(old === undefined ? { type: 'ADDED', object } : { type: 'MODIFIED', object, old })
  }

  /** One value that cannot be read must not keep the others away. */
  #objectOf(stored: StoredObject<T>): T | undefined {
    try {
      return stored.object
    } catch (error) {
      this.#options.onError?.(error)
      return undefined
    }
  }

  #removeUnseen(seen: ReadonlySet<string>): void {
    for (const object of [...this.list()]) {
      const [namespace, name] = [getNamespace(object), getName(object)]
      if (seen.has(`${namespace}/${name}`)) continue
      this.#byNamespace.get(namespace)?.delete(name)
      this.#notify({ type: 'DELETED', object })
    }
  }

  #objectsOf(namespace: string): Map<string, T> {
    let objects = this.#byNamespace.get(namespace)
    if (objects === undefined) {
      objects = new Map()
      this.#byNamespace.set(namespace, objects)
    }
    return objects
  }

  #notify(change: ObjectChange<T>): void {
    for (const listener of this.#listeners) listener(change)
  }
}

/** The cache below has not read its store yet, or reads it anew: trying again is all there is to do. */
function isStarting(error: unknown): boolean {
  return isStorageError(error, 'TooManyRequests')
}
