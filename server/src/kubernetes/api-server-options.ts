import type { Clock } from 'apimachinery/wait'
import type { Authorizer } from '../authorization/authorizer.js'
import type { OtherStore } from '../registry/resource-stores.js'
import type { StorageEnvironment } from '../registry/storages.js'
import type { AuthorizedRequest, Filter } from '../request/http.js'
import type { DebugOptions } from '../server/debug-paths.js'
import type { AuditOptions, ServingOptions } from '../server/generic-api-server.js'
import type { Logger } from '../server/logger.js'
import type { ServerMetrics } from '../server/server-metrics.js'
import type { KV } from '../storage/kv/kv.js'
import type { RuntimeConfig } from './api-enablement.js'
import type { BootstrapOptions } from './bootstrap/bootstrap-hooks.js'
import type { ServiceNetworkOptions } from './core/services/service-network.js'
import type { ExtensionOptions } from './extension-links.js'
import type { StorageProviderOptions } from './group-storage.js'
import type { AdmissionOptions } from './server-admission.js'
import type { AuthenticationOptions } from './server-authentication.js'
import type { AuthorizationMode } from './server-authorization.js'
import type { StorageSettings } from './storage-settings.js'

/** Input of an API server. */
export interface APIServerOptions
  extends ExtensionOptions,
    StorageProviderOptions,
    AdmissionOptions,
    AuthenticationOptions,
    Pick<StorageEnvironment, 'compactionInterval' | 'encryption'> {
  /** Where objects are kept; memory where absent. It is closed with the server. */
  readonly kv?: KV
  /** Stores of single resources, such as events; they are closed with the server. */
  readonly otherStores?: readonly OtherStore[]
  /** In the order in which they are called; default `['RBAC']`. */
  readonly authorizationModes?: readonly (AuthorizationMode | Authorizer)[]
  readonly logger?: Logger
  readonly serving?: ServingOptions
  /** How objects are kept. */
  readonly storage?: StorageSettings
  /** The metrics of the server and of earlier ones; its own where absent. */
  readonly metrics?: ServerMetrics
  /** The audit policy and backend. */
  readonly audit?: AuditOptions
  /** `false` limits requests in flight by their number alone. */
  readonly priorityAndFairness?: boolean
  /** Requests that only read, and others, that are worked on at once: 400 and 200 by default. */
  readonly maxRequestsInFlight?: number
  readonly maxMutatingRequestsInFlight?: number
  /** Milliseconds that a request may take; 60,000 by default. */
  readonly requestTimeout?: number
  /** Watches without their own timeout end after one to two times this number of seconds; default 1,800. */
  readonly minRequestTimeout?: number
  /** `/debug/pprof/`, `/logs`, `/flagz`. */
  readonly debug?: DebugOptions
  /** Time of the server and of its store; the machine's where absent. */
  readonly clock?: Clock
  /** Put around everything else: they see each request first. */
  readonly outerFilters?: readonly Filter[] | undefined
  /** Put around the paths: they see what was authenticated and allowed. */
  readonly innerFilters?: readonly Filter<AuthorizedRequest>[] | undefined
  /** Gates that differ from their defaults in the release; `CBORServingAndStorage` serves CBOR. */
  readonly featureGates?: Readonly<Record<string, boolean>>
  /** Whether containers may be privileged (`--allow-privileged`, false there unless it is given). Default: true. */
  readonly allowPrivileged?: boolean
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

/** Settings of a server with few groups. */
export const smallServer: APIServerOptions = {
  aggregation: false,
  priorityAndFairness: false,
  bootstrap: { contents: 'namespaces' },
}
