import type { KubernetesObject } from 'apimachinery/runtime'
import type { StorageCodec } from './lazy-object.js'
import type { Storage, StorageLatencies, StoredList } from './storage.js'

/** Operations by upstream's names. */
export type StorageOperation = 'get' | 'list' | 'create' | 'update' | 'delete' | 'listWithCount'

/** Observes the requests to the store of a resource. */
export interface StorageObserver {
  request(operation: StorageOperation, seconds: number, failed: boolean): void
  /** A stored object could not be decoded. */
  decodeFailed(): void
  /** The numbers of objects that a list has read and returned. */
  listed(fetched: number, returned: number): void
}

interface Caller {
  readonly latencies?: StorageLatencies | undefined
  /** Milliseconds that were not spent in the store. */
  readonly elsewhere?: (() => number) | undefined
}

/** A storage that reports how long its requests take. */
export function observedStorage<T extends KubernetesObject>(
  storage: Storage<T>,
  observer: StorageObserver,
): Storage<T> {
  const timed = async <R>(operation: StorageOperation, run: () => Promise<R>, caller: Caller = {}): Promise<R> => {
    const start = performance.now()
    let failed = true
    try {
      const result = await run()
      failed = false
      return result
    } finally {
      const took = performance.now() - start - (caller.elsewhere?.() ?? 0)
      observer.request(operation, took / 1000, failed)
      caller.latencies?.storage(took)
    }
  }
  return {
    get progressSupported() {
      return storage.progressSupported
    },
    get: (key, options) => timed('get', () => storage.get(key, options), options),
    async list(prefix, options): Promise<StoredList<T>> {
      const list = await timed('list', () => storage.list(prefix, options), options)
      observer.listed(list.items.length, list.items.length)
      return list
    },
    create: (key, object, options) => timed('create', () => storage.create(key, object, options), options),
    guaranteedUpdate(key, options) {
      // The caller's own processing is not the store's time.
      let elsewhere = 0
      const tryUpdate: typeof options.tryUpdate = async (current) => {
        const start = performance.now()
        try {
          return await options.tryUpdate(current)
        } finally {
          elsewhere += performance.now() - start
        }
      }
      const update = () => storage.guaranteedUpdate(key, { ...options, tryUpdate })
      return timed('update', update, { latencies: options.latencies, elsewhere: () => elsewhere })
    },
    delete: (key, options) => timed('delete', () => storage.delete(key, options), options),
    watch: (prefix, options) => storage.watch(prefix, options),
    count: (prefix) => timed('listWithCount', () => storage.count(prefix)),
    currentRevision: () => storage.currentRevision(),
    requestProgress: () => storage.requestProgress(),
    readiness: () => storage.readiness(),
    ready: (signal) => storage.ready(signal),
    close: () => storage.close(),
  }
}

/** A codec that reports objects that it cannot decode. */
export function observedCodec<T extends KubernetesObject>(
  codec: StorageCodec<T>,
  observer: Pick<StorageObserver, 'decodeFailed'>,
): StorageCodec<T> {
  // One by one: what a class has is not copied with its members.
  return {
    rebuilds: codec.rebuilds,
    labels: codec.labels,
    encode: (object) => codec.encode(object),
    ...(codec.encodeAs !== undefined && { encodeAs: codec.encodeAs.bind(codec) }),
    decode(data) {
      try {
        return codec.decode(data)
      } catch (error) {
        observer.decodeFailed()
        throw error
      }
    },
  }
}
