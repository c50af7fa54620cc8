import { RangeAllocation } from 'apimachinery/api/core/v1'
import type { ResolveService } from '../admission/webhook/hook-client.js'
import type { OpenResources } from '../internal/open-resources.js'
import type { BuiltInGroup } from '../kinds/built-in-groups.js'
import { BuiltInStores } from '../kinds/built-in-stores.js'
import { ClusterCache } from '../kinds/cluster-cache.js'
import { deleteEndpoints } from '../kinds/core/service/delete-endpoints.js'
import { ServiceNetwork } from '../kinds/core/service/service-network.js'
import type { StorageProvider } from '../kinds/storage-provider.js'
import { addResourceCounts } from '../metrics/resource-counts.js'
import { type APIEnablement, apiEnablement, limitedTo, servedGroups } from './api-enablement.js'
import { ClusterServices, clusterServiceResolver } from './cluster-services.js'
import { storageProviders } from './group-storage.js'
import { loadVersionStorages, type VersionStorage } from './install-built-in-groups.js'
import type { ServerBase } from './server-base.js'

/** The stores of built-in groups, and what follows them. */
export interface ServerStores {
  readonly stores: BuiltInStores
  /** The cluster as admission sees it; empty until it is started. */
  readonly cluster: ClusterCache
  /** Services by name, followed on demand. */
  readonly services: ClusterServices
  /** How services are reached, where something else than their cluster IPs is wanted. */
  readonly resolveService: ResolveService | undefined
  readonly network: ServiceNetwork
  readonly providers: readonly StorageProvider[]
  readonly enablement: APIEnablement
  /** Groups of which a version is served. */
  readonly groups: readonly BuiltInGroup[]
  readonly versions: readonly VersionStorage[]
}

/** Opens the stores of all groups. Nothing is read yet. */
export async function openServerStores(base: ServerBase, opened: OpenResources): Promise<ServerStores> {
  const { options, effective, kinds, kv, scheme, storages, client, metrics, onError } = base
  const { registry } = metrics
  const stores = new BuiltInStores(storages, kinds.builtIn, options.storage)
  const cluster = new ClusterCache(stores, onError)
  opened.add(() => cluster.stop())
  const services = new ClusterServices(stores, onError)
  opened.add(() => services.stop())
  const network = new ServiceNetwork(options.services ?? {}, {
    stores,
    ranges: storages.openInternal({
      path: 'ranges',
      resource: 'servicenodeportallocations',
      type: RangeAllocation,
    }),
    keyPrefix: storages.keyPrefix,
    client,
    onError,
    registry,
  })
  opened.add(() => network.stop())
  // Later releases leave them to the controller that made them.
  const deletesEndpoints = effective.release.minor < 37
  const providers = storageProviders(options, {
    network,
    kv,
    registry,
    ...(deletesEndpoints && {
      deleteEndpoints: (service) => deleteEndpoints(stores.at('services/endpoints'), service, onError),
    }),
  })
  const known = kinds.groups
  const enablement = limitedTo(apiEnablement(known, options.runtimeConfig, scheme), options.groups)
  const versions = await loadVersionStorages(
    { stores, enablement, groups: known },
    {
      hooks: Object.assign({}, ...providers.map((provider) => provider.hooks)),
      codecs: Object.assign({}, ...providers.map((provider) => provider.codecs)),
      namespaceLabels: (name) => cluster.namespaces.get('', name)?.metadata?.labels ?? {},
    },
  )
  if (options.storage?.countObjects !== false) addResourceCounts(registry, () => stores.counted())
  const groups = servedGroups(known, enablement)
  const resolveService = options.resolveService ?? endpointsOf(services, options.aggregatorRouting)
  return { stores, cluster, services, resolveService, network, providers, enablement, groups, versions }
}

/** With `aggregatorRouting`, webhooks and aggregated servers are reached at the endpoints of their services. */
function endpointsOf(services: ClusterServices, routed = false): ResolveService | undefined {
  if (!routed) return undefined
  const resolver = clusterServiceResolver(services, true)
  return async ({ namespace, name, port }) => resolver.resolve(namespace, name, port)
}
