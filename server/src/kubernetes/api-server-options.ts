import type { Clock } from 'apimachinery/wait'
import type { Authorizer } from '../authorization/authorizer.js'
import type { ServiceNetworkOptions } from '../kinds/core/service/service-network.js'
import type { OtherStore } from '../registry/resource-stores.js'
import type { StorageEnvironment } from '../registry/storages.js'
import type { ReleaseOptions } from '../request/effective-release.js'
import type { ServerOptions } from '../server/server-options.js'
import type { KV } from '../storage/kv/kv.js'
import type { AdmissionOptions } from './admission-options.js'
import type { RuntimeConfig } from './api-enablement.js'
import type { BootstrapOptions } from './bootstrap/bootstrap-hooks.js'
import type { ExtensionOptions } from './extension-options.js'
import type { StorageProviderOptions } from './group-storage.js'
import type { AuthenticationOptions } from './server-authentication.js'
import type { AuthorizationMode } from './server-authorization.js'
import type { SharedKinds } from './shared-kinds.js'
import type { StorageSettings } from './storage-settings.js'

/** Input of an API server. */
export interface APIServerOptions
  extends ServerOptions,
    ExtensionOptions,
    StorageProviderOptions,
    AdmissionOptions,
    AuthenticationOptions,
    Pick<StorageEnvironment, 'compactionInterval' | 'encryption'>,
    ReleaseOptions {
  /** Where objects are kept; memory where absent. It is closed with the server. */
  readonly kv?: KV | undefined
  /** Stores of single resources, such as events; they are closed with the server. */
  readonly otherStores?: readonly OtherStore[] | undefined
  /** In the order in which they are called; default `['RBAC']`. */
  readonly authorizationModes?: readonly (AuthorizationMode | Authorizer)[] | undefined
  /** Those of a server with the same release, gates, groups and media type of its store: they are then not made anew. */
  readonly kinds?: SharedKinds | undefined
  /** How objects are kept. */
  readonly storage?: StorageSettings | undefined
  /** `false` limits requests in flight by their number alone. */
  readonly priorityAndFairness?: boolean | undefined
  /** Watches without their own timeout end after one to two times this number of seconds; default 1,800. */
  readonly minRequestTimeout?: number | undefined
  /** Time of the server and of its store; the machine's where absent. */
  readonly clock?: Clock | undefined
  /** Gates that differ from their defaults in the release; `CBORServingAndStorage` serves CBOR. */
  readonly featureGates?: Readonly<Record<string, boolean>> | undefined
  /** Whether containers may be privileged (`--allow-privileged`, false there unless it is given). Default: true. */
  readonly allowPrivileged?: boolean | undefined
  /**
   * Built-in groups that are served beside those that a server needs (the core group, definitions, reviews and RBAC); all where
   * absent. `[]` is for custom resources: the server starts fast, with the namespaces of the system as its only objects, and
   * aggregates nothing unless it is told to.
   */
  readonly groups?: readonly string[] | undefined
  /** Group versions and resources that are served or not, by the keys of `--runtime-config`. */
  readonly runtimeConfig?: RuntimeConfig | undefined
  readonly services?: ServiceNetworkOptions | undefined
  /** How members of a cluster reach the server, and what they verify its clients with. */
  readonly bootstrap?: BootstrapOptions | undefined
}

/** A server with few groups has other defaults. */
export function withDefaults(options: APIServerOptions): APIServerOptions {
  if (options.groups === undefined) return options
  const { aggregation = false, priorityAndFairness = false, bootstrap = { contents: 'namespaces' } } = options
  return { ...options, aggregation, priorityAndFairness, bootstrap }
}
