import type { MetricsRegistry } from '@apimachinery/client/metrics'
import type { GroupVersion } from 'apimachinery/schema'
import { admissionregistrationStorage } from '../kinds/admissionregistration/admissionregistration-storage.js'
import { apiextensionsStorage } from '../kinds/apiextensions/apiextensions-storage.js'
import { batchStorage } from '../kinds/batch/batch-storage.js'
import type { StorageByPath } from '../kinds/built-in-stores.js'
import { certificatesStorage } from '../kinds/certificates/certificates-storage.js'
import { componentProbes } from '../kinds/core/component-status/component-probes.js'
import { type CoreStorageOptions, coreStorage } from '../kinds/core/core-storage.js'
import { type ClusterConnector, networkConnector } from '../kinds/core/kubelet/connector.js'
import { streamMetrics } from '../kinds/core/kubelet/stream-metrics.js'
import { resourceStorage } from '../kinds/resource/resource-storage.js'
import type { StorageProvider } from '../kinds/storage-provider.js'
import type { KV } from '../storage/kv/kv.js'
import type { APIEnablement } from './api-enablement.js'

/** What {@link storageProviders} take of the options of a server. */
export interface StorageProviderOptions {
  /** Seconds that events are kept; default 3600. */
  readonly eventTTL?: number | undefined
  /** How kubelets, pods and services are reached; over the network where absent. */
  readonly connector?: ClusterConnector | undefined
  /** The types of node addresses for kubelets, in order of preference. */
  readonly kubeletAddressTypes?: readonly string[] | undefined
  /**
   * The proxies of pods, nodes and services lead to loopback addresses as well, default false: for tests with programs on the same
   * machine. Whoever may write the status of a pod or a node reaches all that listens there.
   */
  readonly proxiesToLoopback?: boolean | undefined
}

/** What belongs to the server. */
export interface StorageProviderParts extends Pick<CoreStorageOptions, 'network' | 'deleteEndpoints'> {
  readonly kv: KV
  readonly registry: MetricsRegistry
}

/** What groups do beside their strategies. */
export function storageProviders(
  options: StorageProviderOptions,
  { network, deleteEndpoints, kv, registry }: StorageProviderParts,
): readonly StorageProvider[] {
  const { eventTTL = 3600, connector = networkConnector(), kubeletAddressTypes, proxiesToLoopback } = options
  const components = componentProbes(connector, kv)
  return [
    coreStorage({
      eventTTL,
      network,
      deleteEndpoints,
      connector,
      kubeletAddressTypes,
      proxiesToLoopback,
      components,
      streams: streamMetrics(registry),
    }),
    batchStorage,
    certificatesStorage,
    apiextensionsStorage,
    admissionregistrationStorage,
    resourceStorage,
  ]
}

/** What of a version is served. */
export interface ServedPart {
  readonly groupVersion: GroupVersion
  /** The resources that the release has of it; all where absent. */
  readonly resources: ReadonlySet<string> | undefined
  readonly enablement: APIEnablement
}

/** Takes away the resources that the release does not have and those that are turned off, with their subresources. */
export function removeUnserved(
  storage: StorageByPath,
  { groupVersion: { group, version }, resources, enablement }: ServedPart,
): void {
  for (const path of Object.keys(storage)) {
    const [resource = ''] = path.split('/')
    const isThere = resources?.has(resource) ?? true
    if (!isThere || !enablement.isResourceServed(group, version, resource)) delete storage[path]
  }
}
