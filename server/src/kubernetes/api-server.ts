import type { Client } from '@apimachinery/client'
import type { MetricsRegistry } from '@apimachinery/client/metrics'
import { RangeAllocation } from 'apimachinery/api/core/v1'
import type { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from 'apimachinery/api/rbac/v1'
import type { KubernetesObject, Scheme } from 'apimachinery/runtime'
import { admissionMetrics } from '../admission/metrics/admission-metrics.js'
import { admissionObservers } from '../admission/metrics/admission-observers.js'
import type { AdmissionPlugin } from '../admission/plugin.js'
import { publicPaths } from '../authorization/always.js'
import type { Authorizer } from '../authorization/authorizer.js'
import { RBACAuthorizer } from '../authorization/rbac/rbac-authorizer.js'
import { APIPaths } from '../discovery/api-paths.js'
import { Discovery } from '../discovery/discovery.js'
import { OutputFormats } from '../endpoints/output-format.js'
import { writeError } from '../endpoints/write-error.js'
import type { CustomResources } from '../extensions/custom-resources.js'
import { OpenResources } from '../internal/open-resources.js'
import { builtInGroups } from '../kinds/built-in-groups.js'
import { BuiltInStores } from '../kinds/built-in-stores.js'
import { ClusterCache, storeAt } from '../kinds/cluster-cache.js'
import { addressRange, formatAddress } from '../kinds/core/service/address-range.js'
import { ServiceNetwork } from '../kinds/core/service/service-network.js'
import { RBACCache } from '../kinds/rbac/rbac-cache.js'
import { addResourceCounts } from '../metrics/resource-counts.js'
import { emulatedVersion } from '../request/version-info.js'
import { GenericAPIServer } from '../server/generic-api-server.js'
import type { LoopbackOptions } from '../server/loopback.js'
import { installOpenAPI } from '../server/openapi-paths.js'
import type { ServerMetrics } from '../server/server-metrics.js'
import { apiEnablement, limitedTo, servedGroups } from './api-enablement.js'
import { type APIServerOptions, smallServer } from './api-server-options.js'
import { addBootstrapHooks } from './bootstrap/bootstrap-hooks.js'
import type { StoredResource } from './bootstrap/storage-versions.js'
import { withEndpointRouting } from './endpoint-routing.js'
import { type ExtensionLinks, installExtensions } from './extension-links.js'
import { FlowControl } from './flowcontrol/flow-control.js'
import { storageProviders } from './group-storage.js'
import { addFollowingHooks, addHealthChecks, healthOrder } from './health-checks.js'
import { installBuiltInGroups, loadVersionStorages, type VersionStorage } from './install-built-in-groups.js'
import { jsonOf } from './json-of.js'
import { legacyTokenStore } from './legacy-token-store.js'
import { NodeAuthorization } from './node/node-authorization.js'
import { type CachesByKind, cachesByKind } from './observed-caches.js'
import { anonymousAccess, isOpen } from './open-access.js'
import { serverAdmission } from './server-admission.js'
import { installOpenIDMetadata, serverAuthentication } from './server-authentication.js'
import { type AuthorizationModes, type OwnAuthorizers, ServerAuthorizer } from './server-authorization.js'
import { newServerBase, type ServerBase } from './server-base.js'
import { type ServiceAccountTokens, serviceAccountTokens } from './service-account-tokens.js'
import { storedResources } from './stored-resources.js'

export type { APIServerOptions } from './api-server-options.js'

/** A Kubernetes API server: every built-in group over one store. */
export class APIServer {
  readonly generic: GenericAPIServer
  readonly scheme: Scheme
  readonly stores: BuiltInStores
  /** What is served; in-process clients read it anew when it changes. */
  readonly discovery: Discovery
  /** Tokens of service accounts: `serviceAccounts.issuer.issueToken` signs one. */
  readonly serviceAccounts: ServiceAccountTokens
  readonly #authorizer: ServerAuthorizer
  readonly #caches: CachesByKind
  readonly #opened: OpenResources

  private constructor(
    parts: Pick<APIServer, 'generic' | 'scheme' | 'stores' | 'discovery' | 'serviceAccounts'> & {
      readonly authorizer: ServerAuthorizer
      readonly caches: CachesByKind
    },
    opened: OpenResources,
  ) {
    this.generic = parts.generic
    this.scheme = parts.scheme
    this.stores = parts.stores
    this.discovery = parts.discovery
    this.serviceAccounts = parts.serviceAccounts
    this.#authorizer = parts.authorizer
    this.#caches = parts.caches
    this.#opened = opened
  }

  /**
   * Builds the server and starts its hooks; it listens nowhere yet. It takes the stores of the options into its care, and closes
   * them with everything else where it throws.
   */
  static async start(given: APIServerOptions = {}): Promise<APIServer> {
    const opened = new OpenResources()
    try {
      return await APIServer.#start(given.groups === undefined ? given : { ...smallServer, ...given }, opened)
    } catch (error) {
      await opened.close().catch(() => undefined)
      throw error
    }
  }

  static async #start(options: APIServerOptions, opened: OpenResources): Promise<APIServer> {
    for (const { kv } of [options, ...(options.otherStores ?? [])]) if (kv !== undefined) opened.add(() => kv.close())
    opened.add(() => options.serviceAccounts?.externalSigner?.close())
    const base = newServerBase(options)
    if (options.kv === undefined) opened.add(() => base.kv.close())
    const { kv, scheme, storages, clock, loopback, client, onError, metrics } = base
    opened.add(() => storages.close())

    const network = new ServiceNetwork(options.services)
    opened.add(() => network.stop())
    const providers = storageProviders(options, { network, kv, registry: metrics.registry })
    const hooks = Object.assign({}, ...providers.map((provider) => provider.hooks))
    const codecs = Object.assign({}, ...providers.map((provider) => provider.codecs))
    const stores = new BuiltInStores({ storages, hooks, codecs })
    const enablement = limitedTo(apiEnablement(builtInGroups, options.runtimeConfig, scheme), options.groups)
    const versionStorages = await loadVersionStorages(stores, enablement)

    const roles = rbacCacheOf(stores, onError)
    const cluster = new ClusterCache(stores, onError)
    storages.lookUpNamespaces((name) => cluster.namespaces.get('', name)?.metadata?.labels ?? {})
    const rbac = new RBACAuthorizer(roles)
    const modes = options.authorizationModes ?? ['RBAC']
    const nodes = modes.includes('Node') ? new NodeAuthorization(stores, onError) : undefined
    const authorizer = new ServerAuthorizer(modes, ownAuthorizers(rbac, nodes, options), (by, decision) =>
      metrics.access.decided(by, decision),
    )
    const caches = nodes === undefined ? [roles, cluster] : [roles, cluster, nodes]
    for (const cache of caches) opened.add(() => cache.stop())
    const served = { client, resources: () => paths.installed() }
    const observer = admissionMetrics(metrics.registry)
    const observers = admissionObservers(metrics.registry)
    const environment = { state: cluster, authorizer, clock, observers, ...served }
    const routed = withEndpointRouting(options, stores, onError)
    opened.add(() => routed.stop())
    const { admission, webhooks } = serverAdmission(environment, routed.options, observer)
    opened.add(() => webhooks.close())
    const serviceAccounts = serviceAccountTokens(
      stores,
      { ...options.serviceAccounts, onToken: metrics.authentication.serviceAccountToken },
      { clock, legacy: legacyTokenStore(stores, { client, onError }) },
    )
    const { audiences } = serviceAccounts
    const access = { authorizationModes: modes, anonymousAuth: options.anonymousAuth }
    const authenticates = { ...options, anonymousAuth: anonymousAccess(access) }
    const authentication = serverAuthentication(authenticates, {
      loopback,
      serviceAccounts,
      clock,
      stores,
      metrics: metrics.authentication,
    })
    const { generic, flowControl } = newGenericServer(base, {
      metrics,
      stores,
      authentication,
      authorizer,
      audiences,
      openAccess: isOpen(access) ? openAccess : undefined,
    })
    opened.add(() => generic.stop({ delay: false }))

    const paths = new APIPaths(newDiscovery(base, network), generic.notFound)
    const ranges = storages.openInternal({
      path: 'ranges',
      resource: 'servicenodeportallocations',
      type: RangeAllocation,
    })
    network.attach(stores, {
      ranges,
      keyPrefix: storages.keyPrefix,
      client,
      onError,
      registry: metrics.registry,
    })
    const { tokens } = authentication
    await installBuiltInGroups(paths, base, {
      storages: versionStorages,
      stores,
      providers,
      enablement,
      authorizer,
      rbac,
      admission,
      reviews: { tokens, audiences, authorizer, rules: authorizer },
      serviceAccounts,
    })
    generic.listPaths(() => paths.listed())
    const openID = installOpenIDMetadata(generic, serviceAccounts, options)
    const groups = servedGroups(builtInGroups, enablement)
    const { registry } = metrics
    const links = { ...base, options: routed.options }
    const extensions = linkExtensions(generic, links, { stores, paths, groups, authorizer, admission, registry })
    opened.add(() => extensions.stop())
    installOpenAPI(generic.router, {
      scheme,
      paths,
      info: { version: `${emulatedVersion.major}.${emulatedVersion.minor}` },
      openID,
      remotes: () => extensions.aggregator?.openAPI,
    })
    const { customResources } = extensions
    const isServed = ({ group, version }: VersionStorage): boolean => enablement.isVersionServed(group, version)
    const stored = base.featureEnabled('StorageVersionAPI')
      ? storedResources(versionStorages, isServed, scheme)
      : undefined
    addHooks(generic, base, { caches, network, groups, flowControl, customResources, storedResources: stored })
    generic.start()
    const discovery = extensions.aggregator?.documents ?? paths.discovery
    const observing = cachesByKind(cluster, customResources.definitions)
    const made = { generic, scheme, stores, discovery, serviceAccounts, authorizer, caches: observing }
    return new APIServer(made, opened)
  }

  /** Proves, in this process, that a request is the server's own. */
  get loopbackToken(): string {
    return this.generic.loopback.token
  }

  /** A client of the server itself, in this process, with all rights. */
  client(options?: LoopbackOptions): Client {
    return this.generic.loopback.client(options)
  }

  /** Resolves when everything that a new cluster has is there. */
  ready(): Promise<void> {
    return this.generic.ready()
  }

  /**
   * Resolves when requests are treated by these objects as they were written: configurations of webhooks, policies and their bindings,
   * definitions of custom resources. Others are not waited for.
   */
  async observed(written: readonly KubernetesObject[]): Promise<void> {
    await Promise.all(written.map((object) => this.#caches[object.kind ?? '']?.caughtUp(object)))
  }

  /** Requests from now on are allowed by these, in order. Throws for `RBAC` and `Node` where the server started without them. */
  useAuthorization(modes: AuthorizationModes): void {
    this.#authorizer.use(modes)
  }

  /** Ends requests and watches, and closes the store; `delay: false` for a server that nobody knows yet. */
  async stop(options: { readonly delay?: boolean } = {}): Promise<void> {
    await this.generic.stop(options)
    await this.#opened.close()
  }
}

/** A server that makes no roles opens its health and version itself. */
function ownAuthorizers(
  rbac: RBACAuthorizer,
  nodes: NodeAuthorization | undefined,
  { bootstrap }: APIServerOptions,
): OwnAuthorizers {
  const own = { rbac, node: nodes?.authorizer }
  return bootstrap?.contents === 'namespaces' ? { ...own, publicPaths } : own
}

/** Discovery, with the address by which clients in the cluster reach the server. */
function newDiscovery({ options: { externalAddress }, cbor }: ServerBase, network: ServiceNetwork): Discovery {
  const inCluster = network.cidrs.slice(0, 1).map((cidr) => {
    const { first, family } = addressRange(cidr)
    return { cidr, serverAddress: hostPort(formatAddress(first, family), servicePort) }
  })
  return new Discovery({
    cbor,
    inCluster,
    ...(externalAddress !== undefined && { serverAddress: () => externalAddress }),
  })
}

/** The port of the service `kubernetes`. */
const servicePort = 443

function hostPort(address: string, port: number): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`
}

/** Roles and bindings for authorizing requests. */
function rbacCacheOf(stores: BuiltInStores, onError: (error: unknown) => void): RBACCache {
  const source = {
    roles: storeAt<Role>(stores, 'roles'),
    clusterRoles: storeAt<ClusterRole>(stores, 'clusterroles'),
    roleBindings: storeAt<RoleBinding>(stores, 'rolebindings'),
    clusterRoleBindings: storeAt<ClusterRoleBinding>(stores, 'clusterrolebindings'),
  }
  return new RBACCache(source, onError)
}

interface GenericParts {
  readonly metrics: ServerMetrics
  readonly stores: BuiltInStores
  readonly authentication: ReturnType<typeof serverAuthentication>
  readonly authorizer: Authorizer
  readonly audiences: readonly string[]
  readonly openAccess: string | undefined
}

const openAccess =
  'requests without credentials may do everything: set authorizationModes to RBAC, or anonymousAuth to false'

/** The filters and the paths that no group brings, with metrics and flow control. */
function newGenericServer(
  { options, serializers, clock, loopback, onError }: ServerBase,
  { metrics, stores, authentication: { authenticator }, authorizer, audiences, openAccess }: GenericParts,
): { readonly generic: GenericAPIServer; readonly flowControl: FlowControl | undefined } {
  const { audit } = options
  const { registry } = metrics
  const flowControl =
    options.priorityAndFairness === false
      ? undefined
      : new FlowControl({ stores, registry, clock, limits: options, onError })
  const generic = new GenericAPIServer({
    ...options,
    metrics,
    healthOrder,
    flowControl,
    audit: audit && { encode: jsonOf(serializers), ...audit },
    loopback,
    authenticator,
    audiences,
    authorizer,
    openAccess,
    writeError: (request, response, error) => writeError({ request, response }, new OutputFormats(serializers), error),
    clock,
  })
  if (options.storage?.countObjects !== false) addResourceCounts(registry, () => stores.counted())
  return { generic, flowControl }
}

interface LinkedParts {
  readonly stores: BuiltInStores
  readonly paths: APIPaths
  readonly groups: ReturnType<typeof servedGroups>
  readonly authorizer: Authorizer
  readonly admission: AdmissionPlugin
  readonly registry: MetricsRegistry
}

/** Custom resources behind the built-in groups, and the aggregator before them. */
function linkExtensions(
  generic: GenericAPIServer,
  { options, scheme, storages, client, cbor, clock, onError }: ServerBase,
  { stores, paths, groups, authorizer, admission, registry }: LinkedParts,
): ExtensionLinks {
  const { minRequestTimeout } = options
  const timeouts = minRequestTimeout === undefined ? {} : { minRequestTimeoutSeconds: minRequestTimeout }
  const endpoints = { authorizer, admission, onError, clock, cbor, ...timeouts }
  const links = { scheme, storages, stores, paths, groups, client, endpoints, registry, cbor, clock, onError }
  return installExtensions(generic, links, options)
}

interface HookParts {
  /** The caches that must be filled before the server is ready. */
  readonly caches: readonly (RBACCache | ClusterCache | NodeAuthorization)[]
  readonly network: ServiceNetwork
  readonly groups: ReturnType<typeof servedGroups>
  readonly flowControl: FlowControl | undefined
  readonly customResources: CustomResources
  /** Absent where storage version objects are not written. */
  readonly storedResources: readonly StoredResource[] | undefined
}

/** The post-start hooks, and their health checks. */
function addHooks(
  generic: GenericAPIServer,
  { options, kv, storages, clock, loopback, client }: ServerBase,
  { caches, network, groups, flowControl, customResources, storedResources }: HookParts,
): void {
  let informersSynced: () => void = () => undefined
  const synced = new Promise<void>((resolve) => {
    informersSynced = resolve
  })
  const others = (options.otherStores ?? []).map((other) => other.kv)
  addHealthChecks(generic, { kv, others, informersSynced: synced, timeouts: options.storage ?? {} })
  const follows = { kv, informersSynced: synced, customResources, flowControl: flowControl !== undefined }
  addFollowingHooks(generic, follows)
  generic.hooks.addPostStart('generic-apiserver-start-informers', async ({ signal }) => {
    signal.addEventListener('abort', () => {
      for (const cache of caches) cache.stop()
    })
    await Promise.all(caches.map((cache) => cache.start()))
    informersSynced()
  })
  const isServed = (group: string): boolean =>
    groups.some((each) => each.group === group && each.versions.some(({ version }) => version === 'v1'))
  const bootstrap = { generic, loopback, client, clock, network, storages, isServed, storedResources }
  addBootstrapHooks(bootstrap, options.bootstrap)
  if (flowControl === undefined) return
  const consumer = loopback.component('api-priority-and-fairness-config-consumer-v1')
  generic.hooks.addPostStart('priority-and-fairness-config-consumer', (context) => flowControl.run(context, consumer))
}
