import type { MetricsRegistry } from '@apimachinery/client/metrics'
import type { Scheme } from 'apimachinery/runtime'
import type { Clock } from 'apimachinery/wait'
import type { AdmissionPlugin } from '../admission/plugin.js'
import type { AnonymousOptions } from '../authentication/anonymous.js'
import type { Authenticator } from '../authentication/authenticator.js'
import type { Authorizer } from '../authorization/authorizer.js'
import type { FlowConfiguration } from '../flow-control/flow-controller.js'
import type { DocumentInfo } from '../openapi/document-v3.js'
import type { ResourceDefinition } from '../registry/define-resource.js'
import type { StorageEnvironment } from '../registry/storages.js'
import type { ReleaseOptions } from '../request/effective-release.js'
import type { VersionInfo } from '../request/version-info.js'
import type { KV } from '../storage/kv/kv.js'
import type { GenericAPIServerConfig } from './generic-api-server.js'
import type { ServerOptions } from './server-options.js'

/** The resources and settings of a group server. */
export interface GroupServerOptions
  extends ServerOptions,
    Pick<GenericAPIServerConfig, 'delegate' | 'audiences'>,
    Pick<StorageEnvironment, 'encryption'>,
    Pick<ReleaseOptions, 'release'> {
  /** Kinds, conversions and defaults of all resources, in each version that is served. */
  readonly scheme: Scheme
  /** The resources; each is served in every version that the scheme has of its kind. */
  // biome-ignore lint/suspicious/noExplicitAny: a list of resources of different kinds
  readonly resources: readonly ResourceDefinition<any>[]
  /** Where objects are kept; memory where absent. The server closes it. */
  readonly kv?: KV | undefined
  /** In the order in which they are called. */
  readonly admission?: readonly AdmissionPlugin[] | undefined
  /** Authenticates requests, besides those of the server itself. */
  readonly authenticator?: Authenticator | undefined
  /** Requests without a credential are anonymous; an object names the paths. Default true. */
  readonly anonymousAuth?: boolean | AnonymousOptions | undefined
  /** Says what others than the server itself and `system:masters` may do; default nothing but health checks and the version. */
  readonly authorizer?: Authorizer | undefined
  /** Queues requests by these levels and schemas, `true` by those of a new cluster. By default requests in flight are limited by number. */
  readonly priorityAndFairness?: boolean | FlowConfiguration | undefined
  /** Watches without their own timeout end after one to two times this number of seconds; default 1,800. */
  readonly minRequestTimeout?: number | undefined
  /** What differs in the answer of `/version` from the release whose answers the server gives. */
  readonly version?: Partial<VersionInfo> | undefined
  /** Title and version of the OpenAPI documents. */
  readonly documents?: Partial<DocumentInfo> | undefined
  readonly clock?: Clock | undefined
  /** Adds custom metrics to those of the server. */
  readonly addMetrics?: ((registry: MetricsRegistry) => void) | undefined
}
