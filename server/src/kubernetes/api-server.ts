import type { Client } from '@apimachinery/client'
import type { Release } from 'apimachinery/api/releases'
import type { KubernetesObject, Scheme } from 'apimachinery/runtime'
import type { Discovery } from '../discovery/discovery.js'
import { OpenResources } from '../internal/open-resources.js'
import type { BuiltInStores } from '../kinds/built-in-stores.js'
import type { GenericAPIServer } from '../server/generic-api-server.js'
import type { LoopbackOptions } from '../server/loopback.js'
import type { AddedGroup } from './added-groups.js'
import { type APIServerOptions, withDefaults } from './api-server-options.js'
import { type CachesByKind, cachesByKind } from './observed-caches.js'
import { serverAdmission } from './server-admission.js'
import type { AuthorizationModes, ServerAuthorizer } from './server-authorization.js'
import { openServerBase } from './server-base.js'
import { installEndpoints } from './server-endpoints.js'
import { addServerHooks } from './server-hooks.js'
import { serverPaths } from './server-paths.js'
import { serverSecurity } from './server-security.js'
import { openServerStores } from './server-stores.js'
import type { ServiceAccountTokens } from './service-account-tokens.js'
import type { SharedKinds } from './shared-kinds.js'

export type { APIServerOptions } from './api-server-options.js'

/** What the steps of a start give. */
interface APIServerParts
  extends Pick<
    APIServer,
    | 'generic'
    | 'scheme'
    | 'kinds'
    | 'stores'
    | 'discovery'
    | 'serviceAccounts'
    | 'release'
    | 'featureEnabled'
    | 'addGroup'
  > {
  readonly authorizer: ServerAuthorizer
  readonly caches: CachesByKind
}

/** A Kubernetes API server: every built-in group over one store. */
export class APIServer {
  readonly generic: GenericAPIServer
  readonly scheme: Scheme
  /** The release that it answers as. */
  readonly release: Release
  /** Whether a feature gate is on. */
  readonly featureEnabled: (gate: string) => boolean
  /** What other servers of the same release, gates and groups may have from this one. */
  readonly kinds: SharedKinds
  readonly stores: BuiltInStores
  /** What is served; in-process clients read it anew when it changes. */
  readonly discovery: Discovery
  /** Tokens of service accounts: `serviceAccounts.issuer.issueToken` signs one. */
  readonly serviceAccounts: ServiceAccountTokens
  /**
   * Serves a group version until the server stops, with discovery, documents and an APIService. Does nothing if a definition of custom
   * resources has it; an APIService that names a service wins, too.
   */
  readonly addGroup: (group: AddedGroup) => void
  readonly #authorizer: ServerAuthorizer
  readonly #caches: CachesByKind
  readonly #opened: OpenResources

  private constructor(parts: APIServerParts, opened: OpenResources) {
    this.generic = parts.generic
    this.scheme = parts.scheme
    this.release = parts.release
    this.featureEnabled = parts.featureEnabled
    this.kinds = parts.kinds
    this.stores = parts.stores
    this.discovery = parts.discovery
    this.addGroup = parts.addGroup
    this.serviceAccounts = parts.serviceAccounts
    this.#authorizer = parts.authorizer
    this.#caches = parts.caches
    this.#opened = opened
  }

  /**
   * Builds the server and starts its hooks; it listens nowhere yet. It takes the stores of the options into its care, and closes
   * them with everything else where it throws.
   */
  static async start(options: APIServerOptions = {}): Promise<APIServer> {
    const opened = new OpenResources()
    try {
      return new APIServer(await assemble(withDefaults(options), opened), opened)
    } catch (error) {
      await opened.close().catch(() => undefined)
      throw error
    }
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
    try {
      await this.generic.stop(options)
    } finally {
      await this.#opened.close()
    }
  }
}

/** Stores, security, paths, admission, endpoints, hooks: each step takes what earlier ones gave. */
async function assemble(options: APIServerOptions, opened: OpenResources): Promise<APIServerParts> {
  const base = openServerBase(options, opened)
  const stores = await openServerStores(base, opened)
  const security = serverSecurity(base, stores, opened)
  const paths = serverPaths(base, { ...stores, ...security }, opened)
  const admission = serverAdmission(base, { ...stores, ...security, ...paths }, opened)
  const parts = { ...stores, ...security, ...paths, admission }
  const endpoints = await installEndpoints(base, parts, opened)
  addServerHooks(base, { ...parts, ...endpoints })
  paths.generic.start()
  const caches = cachesByKind(stores.cluster, endpoints.customResources.definitions)
  const { scheme, kinds, release, featureEnabled } = base
  return { ...parts, ...endpoints, scheme, release, featureEnabled, kinds, caches }
}
