import type { Endpoints, Event, Namespace, Node, Pod, Secret, Service, ServiceAccount } from 'apimachinery/api/core/v1'
import type { EndpointSlice } from 'apimachinery/api/discovery/v1'
import type { KubernetesObject } from 'apimachinery/runtime'
import type { ResourceStorage } from '../../registry/resource-storage.js'
import type { Store } from '../../registry/store.js'
import type { StoreHooks } from '../../registry/store-options.js'
import type { StorageByPath } from '../built-in-stores.js'
import type { ProvidedVersion, StorageProvider } from '../storage-provider.js'
import { type ComponentProbe, componentStatusStore } from './component-status/component-statuses.js'
import type { ClusterConnector } from './kubelet/connector.js'
import type { StreamObserver } from './kubelet/stream-metrics.js'
import { isNamespaceFinished, namespaceFinalizeStore, namespaceStore } from './namespace/namespace-store.js'
import { bindingStore, podBindingStore } from './pod/pod-binding.js'
import { podEvictionStore } from './pod/pod-eviction.js'
import { checkPodGracefulDelete } from './pod/pod-grace.js'
import { podLogStore } from './pod/pod-log.js'
import { podStreamStores } from './pod/pod-streams.js'
import { proxyStores } from './proxies.js'
import { endpointsOfSlices, endpointsOfSubsets, type ServiceEndpoints } from './service/service-endpoints.js'
import { serviceHooks } from './service/service-hooks.js'
import type { ServiceNetwork } from './service/service-network.js'
import { serviceAccountTokenStore } from './service-account/service-account-token.js'

/** Input of the core group. */
export interface CoreStorageOptions {
  /** Seconds that events are kept. */
  readonly eventTTL: number
  readonly network: ServiceNetwork
  /** Deletes the Endpoints of a service that is gone; absent where they stay. */
  readonly deleteEndpoints?: ((service: Service) => Promise<void>) | undefined
  /** How kubelets, pods and services are reached. */
  readonly connector: ClusterConnector
  /** The types of node addresses for kubelets, in order of preference. */
  readonly kubeletAddressTypes?: readonly string[] | undefined
  /** Proxies lead to loopback addresses as well; default false. */
  readonly proxiesToLoopback?: boolean | undefined
  /** Observes streams to kubelets. */
  readonly streams?: StreamObserver | undefined
  /** The checks of `componentstatuses`, by component. */
  readonly components: Readonly<Record<string, ComponentProbe>>
}

/**
 * The core group: what namespaces, pods, events and services do beside their strategies, and the subresources that lead to
 * nodes.
 */
export function coreStorage(options: CoreStorageOptions): StorageProvider {
  const { eventTTL, network, deleteEndpoints } = options
  const namespaces: StoreHooks<Namespace> = { shouldDeleteDuringUpdate: isNamespaceFinished }
  const pods: StoreHooks<Pod> = {
    checkGracefulDelete: (_context, pod, deletion) => checkPodGracefulDelete(pod, deletion),
  }
  const events: StoreHooks<Event> = { ttl: () => eventTTL }
  return {
    group: '',
    hooks: { namespaces, pods, events, 'services/specs': serviceHooks(network, deleteEndpoints) },
    extend(storage, facts) {
      const { stores } = facts
      const namespaceObjects = stores.at<Namespace>('namespaces')
      storage.namespaces = asStorage(namespaceStore(namespaceObjects))
      storage['namespaces/finalize'] = asStorage(namespaceFinalizeStore(namespaceObjects))
      addPodSubresources(storage, options, facts)
      storage['serviceaccounts/token'] = asStorage(
        serviceAccountTokenStore({
          serviceAccounts: stores.at<ServiceAccount>('serviceaccounts'),
          pods: stores.at<Pod>('pods'),
          nodes: stores.at<Node>('minions'),
          secrets: stores.at<Secret>('secrets'),
          issuer: facts.tokens,
        }),
      )
      storage.componentstatuses = asStorage(componentStatusStore(options.components, facts.componentTable))
    },
  }
}

function addPodSubresources(storage: StorageByPath, options: CoreStorageOptions, facts: ProvidedVersion): void {
  const { stores, client, authorizer, featureEnabled } = facts
  const pods = stores.at<Pod>('pods')
  const { connector, kubeletAddressTypes, streams, proxiesToLoopback } = options
  const access = {
    pods,
    nodes: stores.at<Node>('minions'),
    connector,
    observer: streams,
    ...(kubeletAddressTypes !== undefined && { addressTypes: kubeletAddressTypes }),
  }
  const asksForCreate = featureEnabled('AuthorizePodWebsocketUpgradeCreatePermission')
  Object.assign(storage, podStreamStores({ ...access, ...(asksForCreate && { authorizer }) }))
  Object.assign(
    storage,
    proxyStores({
      ...access,
      proxiesToLoopback,
      services: stores.at<Service>('services/specs'),
      endpoints: serviceEndpoints(options, facts),
    }),
  )
  storage['pods/log'] = asStorage(podLogStore(access))
  storage['pods/binding'] = asStorage(podBindingStore(pods))
  storage['pods/eviction'] = asStorage(podEvictionStore({ pods, client }))
  storage.bindings = asStorage(bindingStore(pods))
}

function serviceEndpoints({ network }: CoreStorageOptions, { stores, release }: ProvidedVersion): ServiceEndpoints {
  if (release.minor < 37) return endpointsOfSubsets(stores.at<Endpoints>('services/endpoints'))
  const slices = stores.get('endpointslices') as Store<EndpointSlice> | undefined
  return endpointsOfSlices(slices, { family: network.families[0] })
}

/** One table has storage objects of different kinds. */
function asStorage<T extends KubernetesObject>(storage: ResourceStorage<T>): ResourceStorage {
  return storage
}
