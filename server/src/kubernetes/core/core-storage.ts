import type { Event, Namespace, Pod } from 'apimachinery/api/core/v1'
import type { KubernetesObject } from 'apimachinery/runtime'
import type { ResourceStorage } from '../../registry/resource-storage.js'
import type { StoreHooks } from '../../registry/store-options.js'
import { storeAt } from '../cluster-cache.js'
import type { StorageProvider } from '../storage-provider.js'
import { isNamespaceFinished, namespaceFinalizeStore, namespaceStore } from './namespace-store.js'
import { checkPodGracefulDelete } from './pod-grace.js'
import { serviceHooks } from './services/service-hooks.js'
import type { ServiceNetwork } from './services/service-network.js'

/** What the core group is made with. */
export interface CoreStorageOptions {
  /** Seconds that events are kept. */
  readonly eventTTL: number
  readonly network: ServiceNetwork
}

/** The core group: `namespaces/finalize`, grace periods of pods, events that go by themselves. */
export function coreStorage({ eventTTL, network }: CoreStorageOptions): StorageProvider {
  const namespaces: StoreHooks<Namespace> = { shouldDeleteDuringUpdate: isNamespaceFinished }
  const pods: StoreHooks<Pod> = {
    checkGracefulDelete: (_context, pod, options) => checkPodGracefulDelete(pod, options),
  }
  const events: StoreHooks<Event> = { ttl: () => eventTTL }
  return {
    group: '',
    hooks: { namespaces, pods, events, 'services/specs': serviceHooks(network) },
    extend(storage, { stores }) {
      const namespaceObjects = storeAt<Namespace>(stores, 'namespaces')
      storage.namespaces = asStorage(namespaceStore(namespaceObjects))
      storage['namespaces/finalize'] = asStorage(namespaceFinalizeStore(namespaceObjects))
    },
  }
}

/** Storage objects of different kinds stand in one table. */
function asStorage<T extends KubernetesObject>(storage: ResourceStorage<T>): ResourceStorage {
  return storage as unknown as ResourceStorage
}
