import type { KubernetesObject } from 'apimachinery/runtime'
import type { Storage, StoredList } from './storage.js'

/** Operations by upstream's names. */
export type StorageOperation = 'get' | 'list' | 'create' | 'update' | 'delete' | 'listWithCount'

/** Is told of the requests to the store of a resource. */
export interface StorageObserver {
  request(operation: StorageOperation, seconds: number, failed: boolean): void
  /** A list has read and given so many objects. */
  listed(fetched: number, returned: number): void
}

/** A storage that tells how long its requests take. */
export function observedStorage<T extends KubernetesObject>(
  storage: Storage<T>,
  observer: StorageObserver,
): Storage<T> {
  const timed = async <R>(operation: StorageOperation, run: Promise<R>): Promise<R> => {
    const start = performance.now()
    let failed = true
    try {
      const result = await run
      failed = false
      return result
    } finally {
      observer.request(operation, (performance.now() - start) / 1000, failed)
    }
  }
  return {
    get progressSupported() {
      return storage.progressSupported
    },
    get: (key, options) => timed('get', storage.get(key, options)),
    async list(prefix, options): Promise<StoredList<T>> {
      const list = await timed('list', storage.list(prefix, options))
      observer.listed(list.items.length, list.items.length)
      return list
    },
    create: (key, object, options) => timed('create', storage.create(key, object, options)),
    guaranteedUpdate: (key, options) => timed('update', storage.guaranteedUpdate(key, options)),
    delete: (key, options) => timed('delete', storage.delete(key, options)),
    watch: (prefix, options) => storage.watch(prefix, options),
    count: (prefix) => timed('listWithCount', storage.count(prefix)),
    currentRevision: () => storage.currentRevision(),
    requestProgress: () => storage.requestProgress(),
    readiness: () => storage.readiness(),
    close: () => storage.close(),
  }
}
