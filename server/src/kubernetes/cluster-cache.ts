import type {
  LimitRange,
  Namespace,
  PersistentVolumeClaim,
  ResourceQuota,
  ServiceAccount,
} from 'apimachinery/api/core/v1'
import type { IngressClass } from 'apimachinery/api/networking/v1'
import type { RuntimeClass } from 'apimachinery/api/node/v1'
import type { PriorityClass } from 'apimachinery/api/scheduling/v1'
import type { StorageClass } from 'apimachinery/api/storage/v1'
import type { KubernetesObject } from 'apimachinery/runtime'
import type { ClusterState } from '../admission/cluster-state.js'
import type { Store } from '../registry/store.js'
import { ObjectCache } from '../storage/object-cache.js'
import { isStorageError } from '../storage/storage-error.js'
import type { BuiltInStores } from './built-in-stores.js'

/** What admission plugins know of the cluster, kept up to date from the stores. */
export class ClusterCache implements ClusterState {
  readonly namespaces: ObjectCache<Namespace>
  readonly limitRanges: ObjectCache<LimitRange>
  readonly resourceQuotas: ObjectCache<ResourceQuota>
  readonly priorityClasses: ObjectCache<PriorityClass>
  readonly runtimeClasses: ObjectCache<RuntimeClass>
  readonly storageClasses: ObjectCache<StorageClass>
  readonly ingressClasses: ObjectCache<IngressClass>
  readonly persistentVolumeClaims: ObjectCache<PersistentVolumeClaim>
  readonly serviceAccounts: ObjectCache<ServiceAccount>
  readonly #namespaceStore: Store<Namespace>
  readonly #all: Pick<ObjectCache<KubernetesObject>, 'start' | 'stop'>[] = []

  constructor(stores: BuiltInStores, onError: (error: unknown) => void) {
    const cacheOf = <T extends KubernetesObject>(prefix: string): ObjectCache<T> => {
      const store = storeAt<T>(stores, prefix)
      const cache = new ObjectCache<T>({ storage: store.storage, prefix: store.keys.collection(''), onError })
      this.#all.push(cache)
      return cache
    }
    this.#namespaceStore = storeAt<Namespace>(stores, 'namespaces')
    this.namespaces = cacheOf('namespaces')
    this.limitRanges = cacheOf('limitranges')
    this.resourceQuotas = cacheOf('resourcequotas')
    this.priorityClasses = cacheOf('priorityclasses')
    this.runtimeClasses = cacheOf('runtimeclasses')
    this.storageClasses = cacheOf('storageclasses')
    this.ingressClasses = cacheOf('ingressclasses')
    this.persistentVolumeClaims = cacheOf('persistentvolumeclaims')
    this.serviceAccounts = cacheOf('serviceaccounts')
  }

  /** Resolves when everything is read. */
  async start(): Promise<void> {
    await Promise.all(this.#all.map((cache) => cache.start()))
  }

  stop(): void {
    for (const cache of this.#all) cache.stop()
  }

  async liveNamespace(name: string): Promise<Namespace | undefined> {
    try {
      const { storage, keys } = this.#namespaceStore
      return (await storage.get(keys.object('', name))).object
    } catch (error) {
      if (isStorageError(error, 'KeyNotFound')) return undefined
      throw error
    }
  }
}

/** The store of a resource whose strategy is known to be there. */
export function storeAt<T extends KubernetesObject>(stores: BuiltInStores, prefix: string): Store<T> {
  const store = stores.get(prefix)
  if (store === undefined) throw new Error(`no store of ${prefix}`)
  return store as unknown as Store<T>
}
