import { randomBytes } from 'node:crypto'
import type { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from 'apimachinery/api/rbac/v1'
import { enabledByDefault } from 'apimachinery/api/strategies'
import { builtInTableConvertor } from 'apimachinery/api/tables'
import type { Scheme } from 'apimachinery/runtime'
import { CodecFactory } from 'apimachinery/runtime/serializer'
import { GroupVersion } from 'apimachinery/schema'
import type { HookClient } from '../admission/webhook/hook-client.js'
import type { Authorizer } from '../authorization/authorizer.js'
import { RBACAuthorizer } from '../authorization/rbac/rbac-authorizer.js'
import { unionRuleResolver } from '../authorization/union.js'
import { APIPaths } from '../discovery/api-paths.js'
import { Discovery } from '../discovery/discovery.js'
import { installGroupVersion } from '../endpoints/install-group-version.js'
import { OutputFormats } from '../endpoints/output-format.js'
import { writeError } from '../endpoints/write-error.js'
import { type Clock, realClock } from '../internal/clock.js'
import { addResourceCounts } from '../metrics/resource-counts.js'
import { ServerMetrics } from '../metrics/server-metrics.js'
import { webhookMetrics } from '../metrics/webhook-metrics.js'
import { OpenAPI } from '../openapi/openapi.js'
import type { Filter } from '../request/http.js'
import type { DebugOptions } from '../server/debug-paths.js'
import { type AuditOptions, GenericAPIServer, type ServingOptions } from '../server/generic-api-server.js'
import type { Logger } from '../server/logger.js'
import { emulatedVersion } from '../server/version-handler.js'
import type { KV } from '../storage/kv/kv.js'
import { MemoryKV } from '../storage/kv/memory/memory-kv.js'
import { apiEnablement, limitedTo, type RuntimeConfig, servedGroups } from './api-enablement.js'
import { addBootstrapHooks, type BootstrapOptions } from './bootstrap/bootstrap-hooks.js'
import { loopbackClient } from './bootstrap/loopback-client.js'
import { builtInGroups } from './built-in-groups.js'
import { newBuiltInScheme } from './built-in-scheme.js'
import { BuiltInStores } from './built-in-stores.js'
import { ClusterCache, storeAt } from './cluster-cache.js'
import { ServiceNetwork, type ServiceNetworkOptions } from './core/services/service-network.js'
import { type ExtensionLinks, type ExtensionOptions, installExtensions } from './extension-links.js'
import { FlowControl } from './flowcontrol/flow-control.js'
import { removeUnserved, type StorageProviderOptions, storageProviders } from './group-storage.js'
import { addHealthChecks } from './health-checks.js'
import { jsonOf } from './json-of.js'
import { guardRBAC } from './rbac/guarded-store.js'
import { RBACCache } from './rbac/rbac-cache.js'
import { reviewStores } from './review-store.js'
import { type AdmissionOptions, serverAdmission } from './server-admission.js'
import { type AuthenticationOptions, installOpenIDMetadata, serverAuthentication } from './server-authentication.js'
import { type AuthorizationMode, serverAuthorizer } from './server-authorization.js'
import { type ServiceAccountTokens, serviceAccountTokens } from './service-account-tokens.js'
import { StoreFactory, type StoreFactoryOptions } from './store-factory.js'

/** What an {@link APIServer} is made of. */
export interface APIServerOptions
  extends ExtensionOptions,
    StorageProviderOptions,
    AdmissionOptions,
    AuthenticationOptions,
    Pick<StoreFactoryOptions, 'compactionInterval' | 'encryption'> {
  /** Where objects are kept; memory where absent. It is closed with the server. */
  readonly kv?: KV
  /** In the order in which they are asked; `['AlwaysAllow']` by default. */
  readonly authorizationModes?: readonly (AuthorizationMode | Authorizer)[]
  readonly logger?: Logger
  readonly serving?: ServingOptions
  /** What is audited, and where it goes. */
  readonly audit?: AuditOptions
  /** `false` limits requests in flight by their number alone. */
  readonly priorityAndFairness?: boolean
  /** Requests that only read, and others, that are worked on at once: 400 and 200 by default. */
  readonly maxRequestsInFlight?: number
  readonly maxMutatingRequestsInFlight?: number
  /** Milliseconds that a request may take; 60,000 by default. */
  readonly requestTimeout?: number
  /** `/debug/pprof/`, `/logs`, `/flagz`. */
  readonly debug?: DebugOptions
  /** Time of the server and of its store; the machine's where absent. */
  readonly clock?: Clock
  /** Put around everything else: they see each request first. */
  readonly outerFilters?: readonly Filter[]
  /** Put around the paths: they see what was authenticated and allowed. */
  readonly innerFilters?: readonly Filter[]
  /** Gates that differ from their defaults in the release; `CBORServingAndStorage` serves CBOR. */
  readonly featureGates?: Readonly<Record<string, boolean>>
  /**
   * Built-in groups that are served beside those that a server needs (the core group, definitions, reviews and RBAC); all where
   * absent. `[]` is for custom resources: the server starts fast, with the namespaces of the system as its only objects, and
   * aggregates nothing unless it is told to.
   */
  readonly groups?: readonly string[]
  /** Group versions and resources that are served or not, by the keys of `--runtime-config`. */
  readonly runtimeConfig?: RuntimeConfig
  readonly services?: ServiceNetworkOptions
  /** How members of a cluster reach the server, and what they verify its clients with. */
  readonly bootstrap?: BootstrapOptions
}

/** What a server of few groups does otherwise. */
const small: APIServerOptions = {
  aggregation: false,
  priorityAndFairness: false,
  bootstrap: { contents: 'namespaces' },
}

/** A Kubernetes API server: every built-in group over one store. */
export class APIServer {
  readonly generic: GenericAPIServer
  readonly scheme: Scheme
  readonly stores: BuiltInStores
  /** Proves, in this process, that a request is the server's own. */
  readonly loopbackToken: string
  /** Tokens of service accounts: `serviceAccounts.issuer.issueToken` signs one. */
  readonly serviceAccounts: ServiceAccountTokens
  readonly #kv: KV
  readonly #factory: StoreFactory
  readonly #rbac: RBACCache
  readonly #cluster: ClusterCache
  readonly #webhooks: HookClient
  readonly #network: ServiceNetwork
  readonly #extensions: ExtensionLinks

  private constructor(parts: {
    generic: GenericAPIServer
    scheme: Scheme
    stores: BuiltInStores
    loopbackToken: string
    serviceAccounts: ServiceAccountTokens
    kv: KV
    factory: StoreFactory
    rbac: RBACCache
    cluster: ClusterCache
    webhooks: HookClient
    network: ServiceNetwork
    extensions: ExtensionLinks
  }) {
    this.generic = parts.generic
    this.scheme = parts.scheme
    this.stores = parts.stores
    this.loopbackToken = parts.loopbackToken
    this.serviceAccounts = parts.serviceAccounts
    this.#kv = parts.kv
    this.#factory = parts.factory
    this.#rbac = parts.rbac
    this.#cluster = parts.cluster
    this.#webhooks = parts.webhooks
    this.#network = parts.network
    this.#extensions = parts.extensions
  }

  /** Builds the server and starts its hooks; it listens nowhere yet. */
  static async start(given: APIServerOptions = {}): Promise<APIServer> {
    const options = given.groups === undefined ? given : { ...small, ...given }
    const clock = options.clock ?? realClock
    const timed = { clock }
    const featureEnabled = (gate: string) => options.featureGates?.[gate] ?? enabledByDefault(gate)
    const cbor = featureEnabled('CBORServingAndStorage')
    const kv = options.kv ?? new MemoryKV(timed)
    const scheme = newBuiltInScheme()
    const codecs = new CodecFactory(scheme, { mode: 'canonical' })
    const serializers = codecs.supportedMediaTypes()
    const serializerFor = (mediaType: string) => {
      const info = serializers.find((each) => each.mediaType === mediaType)
      if (info === undefined) throw new Error(`no serializer for ${mediaType}`)
      return info.serializer
    }
    const factory = new StoreFactory({
      kv,
      scheme,
      serializer: serializerFor('application/vnd.kubernetes.protobuf'),
      jsonSerializer: serializerFor('application/json'),
      minorRelease: Number(emulatedVersion.minor),
      featureEnabled,
      ...timed,
      ...(options.encryption && { encryption: options.encryption }),
      compactionInterval: options.compactionInterval ?? 0,
      onError: (error) => options.logger?.error({ error }, 'error in the compactor'),
    })
    const network = new ServiceNetwork(options.services)
    const providers = storageProviders(options, network, kv)
    const hooks = Object.assign({}, ...providers.map((provider) => provider.hooks))
    const stores = new BuiltInStores({ scheme, factory, hooks })
    const loopbackToken = randomBytes(32).toString('base64url')
    const enablement = limitedTo(apiEnablement(builtInGroups, options.runtimeConfig), options.groups)
    const storages = await Promise.all(
      builtInGroups.flatMap((group) =>
        group.versions
          // The server itself needs the stores of what it does not serve, too.
          .filter(({ version, byDefault }) => byDefault || enablement.isVersionServed(group, version))
          .map(async ({ version }) => ({ group, version, storage: await stores.ofVersion(group, version) })),
      ),
    )
    const onError = (error: unknown): void => options.logger?.error({ error }, 'error in a cache')
    const rbac = new RBACCache(
      {
        roles: storeAt<Role>(stores, 'roles'),
        clusterRoles: storeAt<ClusterRole>(stores, 'clusterroles'),
        roleBindings: storeAt<RoleBinding>(stores, 'rolebindings'),
        clusterRoleBindings: storeAt<ClusterRoleBinding>(stores, 'clusterrolebindings'),
      },
      onError,
    )
    const cluster = new ClusterCache(stores, onError)
    const rules = new RBACAuthorizer(rbac)
    const authorizer = serverAuthorizer(options.authorizationModes ?? ['AlwaysAllow'], {
      rbac: rules,
      node: () => rules,
    })
    // Plugins write through the front door, which is built after them.
    const client = () => loopbackClient(generic, loopbackToken, 'kube-apiserver')
    const served = { client, resources: () => paths.installed() }
    const metrics = new ServerMetrics({ version: emulatedVersion })
    const { admission, webhooks } = serverAdmission(
      { state: cluster, authorizer, clock, observeWebhook: webhookMetrics(metrics.registry), ...served },
      options,
    )
    const guards = { rbac: rules, authorizer }
    const serviceAccounts = serviceAccountTokens(stores, options.serviceAccounts, () => new Date(clock.now()))
    const { audiences } = serviceAccounts
    const authentication = serverAuthentication(options, { loopbackToken, serviceAccounts, clock, stores })
    const reviews = {
      tokens: authentication.tokens,
      audiences,
      authorizer,
      rules: unionRuleResolver(rules),
    }
    const { maxRequestsInFlight = 400, maxMutatingRequestsInFlight = 200 } = options
    const flowControl =
      options.priorityAndFairness === false
        ? undefined
        : new FlowControl({
            stores,
            registry: metrics.registry,
            clock,
            concurrencyLimit: maxRequestsInFlight + maxMutatingRequestsInFlight,
            onError,
          })
    const generic = new GenericAPIServer({
      metrics,
      ...options.serving,
      maxRequestsInFlight,
      maxMutatingRequestsInFlight,
      ...(options.requestTimeout !== undefined && { requestTimeout: options.requestTimeout }),
      ...(flowControl !== undefined && { flowControl }),
      ...(options.audit !== undefined && { audit: { encode: jsonOf(serializers), ...options.audit } }),
      authenticator: authentication.authenticator,
      audiences,
      authorizer,
      writeError: (request, response, error) =>
        writeError({ request, response }, new OutputFormats(serializers), error),
      ...(options.logger === undefined ? {} : { logger: options.logger }),
      now: () => new Date(clock.now()),
      ...(options.debug === undefined ? {} : { debug: options.debug }),
      outerFilters: options.outerFilters ?? [],
      innerFilters: options.innerFilters ?? [],
    })
    addResourceCounts(generic.metrics.registry, () => stores.counted())
    const paths = new APIPaths(new Discovery({ cbor }), generic.notFound)
    const loopback = loopbackClient(generic, loopbackToken, 'kube-apiserver')
    network.attach(stores, { client: () => loopback, onError })
    const componentTable = await builtInTableConvertor({ group: '', kind: 'ComponentStatus' })
    for (const { group, version, storage } of storages) {
      Object.assign(storage, await reviewStores(group.group, reviews))
      providers
        .find((provider) => provider.group === group.group)
        ?.extend?.(storage, {
          version,
          stores,
          componentTable,
          client: () => loopback,
          tokens: () => serviceAccounts.issuer,
        })
      const groupVersion = new GroupVersion(group.group, version)
      const rank = group.versions.length - group.versions.findIndex((each) => each.version === version)
      if (group.group === 'rbac.authorization.k8s.io') guardRBAC(storage, guards)
      if (!enablement.isVersionServed(group, version)) continue
      removeUnserved(storage, groupVersion, enablement)
      const parts = { groupVersion, storage, scheme, serializers, authorizer, admission, cbor, ...timed }
      const installed = installGroupVersion(parts)
      paths.install(installed, { group: group.priority, version: rank })
    }
    installOpenIDMetadata(generic, serviceAccounts, options)
    const endpoints = { authorizer, admission, onError, ...timed }
    const extensions = installExtensions(
      generic,
      {
        kv,
        keeping: factory.keeping,
        stores,
        paths,
        groups: servedGroups(builtInGroups, enablement),
        loopbackToken,
        endpoints,
        cbor,
        now: () => clock.now(),
        onError,
      },
      options,
    )
    installOpenAPI(generic, scheme, { paths, extensions })
    let informersSynced: () => void = () => undefined
    const synced = new Promise<void>((resolve) => {
      informersSynced = resolve
    })
    addHealthChecks(generic, { kv, informersSynced: synced })
    generic.addPostStartHook('generic-apiserver-start-informers', async ({ signal }) => {
      signal.addEventListener('abort', () => {
        rbac.stop()
        cluster.stop()
      })
      await Promise.all([rbac.start(), cluster.start()])
      informersSynced()
    })
    const groups = servedGroups(builtInGroups, enablement)
    const isServed = (group: string): boolean =>
      groups.some((each) => each.group === group && each.versions.some(({ version }) => version === 'v1'))
    addBootstrapHooks({ generic, loopbackToken, clock, network, factory, isServed }, options.bootstrap)
    if (flowControl !== undefined) {
      const client = loopbackClient(generic, loopbackToken, 'api-priority-and-fairness-config-consumer-v1')
      generic.addPostStartHook('priority-and-fairness-config-consumer', (context) => flowControl.run(context, client))
    }
    generic.start()
    return new APIServer({
      generic,
      scheme,
      stores,
      loopbackToken,
      serviceAccounts,
      kv,
      factory,
      rbac,
      cluster,
      webhooks,
      network,
      extensions,
    })
  }

  /** Resolves when everything that a new cluster has is there. */
  ready(): Promise<void> {
    return this.generic.hooks.settled()
  }

  /** Ends requests and watches, and closes the store. */
  async stop(): Promise<void> {
    await this.generic.stop()
    await this.#extensions.stop()
    this.#rbac.stop()
    this.#cluster.stop()
    this.#webhooks.close()
    this.#network.stop()
    await this.#factory.close()
    await this.#kv.close()
  }
}

/** The documents of what the paths serve. */
function installOpenAPI(
  { router }: GenericAPIServer,
  scheme: Scheme,
  { paths, extensions }: { readonly paths: APIPaths; readonly extensions: ExtensionLinks },
): void {
  const versions = () =>
    paths.installed().map((installed) => {
      const { groupVersion, resources, definitions } = installed
      return { groupVersion, resources, installed: () => installed, ...(definitions && { definitions }) }
    })
  const documents = new OpenAPI({ scheme, versions, remotes: () => extensions.aggregator?.openAPI })
  router.handle('/openapi/v2', documents.serveV2)
  router.handle('/openapi/v3', documents.serveV3Index)
  router.handlePrefix('/openapi/v3/', documents.serveV3)
}
