import type { Client } from '@apimachinery/client'
import type { MetricsRegistry } from '@apimachinery/client/metrics'
import type { Scheme } from 'apimachinery/runtime'
import { CodecFactory } from 'apimachinery/runtime/serializer'
import type { GroupVersionKind } from 'apimachinery/schema'
import { type Clock, systemClock } from 'apimachinery/wait'
import { AdmissionChain } from '../admission/chain.js'
import type { AdmissionPlugin } from '../admission/plugin.js'
import { anonymousAuthenticator } from '../authentication/anonymous.js'
import { type Authenticator, WellKnownUser } from '../authentication/authenticator.js'
import { bearerTokenAuthenticator } from '../authentication/bearer-token.js'
import { allowedPaths, alwaysAllow, privilegedGroups, publicPaths } from '../authorization/always.js'
import type { Authorizer } from '../authorization/authorizer.js'
import { unionAuthorizer } from '../authorization/union.js'
import { APIPaths } from '../discovery/api-paths.js'
import { Discovery } from '../discovery/discovery.js'
import { statusErrorWriter } from '../endpoints/error-writer.js'
import { installGroupVersion } from '../endpoints/install-group-version.js'
import { OpenAPI } from '../openapi/openapi.js'
import { pathOf, type ResourceDefinition, storageOf } from '../registry/define-resource.js'
import { deprecationOf } from '../registry/kind-lifecycle.js'
import { requireOwnPaths } from '../registry/resource-path.js'
import type { ResourceStorage } from '../registry/resource-storage.js'
import { type StorageEnvironment, Storages } from '../registry/storages.js'
import type { KV } from '../storage/kv/kv.js'
import { MemoryKV } from '../storage/kv/memory/memory-kv.js'
import { GenericAPIServer, type GenericAPIServerConfig } from './generic-api-server.js'
import { Loopback, type LoopbackOptions } from './loopback.js'

/** The resources and settings of a {@link GroupServer}. */
export interface GroupServerOptions
  extends Pick<GenericAPIServerConfig, 'logger' | 'delegate' | 'shutdownDelay' | 'corsAllowedOrigins'> {
  /** Kinds, conversions and defaults of all resources, in each version that is served. */
  readonly scheme: Scheme
  /** The resources; each is served in every version that the scheme has of its kind. */
  // biome-ignore lint/suspicious/noExplicitAny: a list of resources of different kinds
  readonly resources: readonly ResourceDefinition<any>[]
  /** Where objects are kept; memory where absent. The server closes it. */
  readonly kv?: KV
  /** Encrypts what is stored; it is closed with the server. */
  readonly encryption?: StorageEnvironment['encryption']
  /** In the order in which they are called. */
  readonly admission?: readonly AdmissionPlugin[]
  /** Authenticates requests; those without a credential are anonymous. */
  readonly authenticator?: Authenticator
  /** Says what others than the server itself and `system:masters` may do; default nothing but health checks and the version. */
  readonly authorizer?: Authorizer
  readonly clock?: Clock
  /** Adds custom metrics to those of the server. */
  readonly addMetrics?: (registry: MetricsRegistry) => void
}

/**
 * A server for custom API groups: alone, or behind the aggregator of a cluster. `generic` listens, stops, and has the hooks.
 *
 * Source: `InstallAPIGroups` of k8s.io/apiserver/pkg/server, and k8s.io/sample-apiserver.
 */
export class GroupServer {
  readonly generic: GenericAPIServer
  readonly scheme: Scheme
  readonly #kv: KV
  readonly #storages: Storages

  private constructor(parts: {
    generic: GenericAPIServer
    scheme: Scheme
    kv: KV
    storages: Storages
  }) {
    this.generic = parts.generic
    this.scheme = parts.scheme
    this.#kv = parts.kv
    this.#storages = parts.storages
  }

  /**
   * Builds the server and starts its hooks; it does not listen yet. Throws `Error` for a resource whose kind is not
   * registered in the scheme, and for resources whose keys are mixed; the store is then closed.
   */
  static start(options: GroupServerOptions): GroupServer {
    const { scheme, clock = systemClock, kv = new MemoryKV({ clock }) } = options
    const loopback = new Loopback()
    const authorizer = authorizerOf(options)
    const generic = new GenericAPIServer({
      ...settingsOf(options),
      listsPaths: true,
      loopback,
      authenticator: authenticatorOf(options, loopback),
      authorizer,
      ...(options.authorizer === alwaysAllow && { openAccess }),
      writeError: statusErrorWriter(),
      clock,
    })
    options.addMetrics?.(generic.metrics.registry)
    const { encryption } = options
    const storages = new Storages({ kv, scheme, clock, encryption, metrics: generic.metrics.storage })
    try {
      requireOwnPaths(options.resources.map((each) => ({ path: pathOf(each), kind: `${each.type.groupVersionKind}` })))
      const defined = options.resources.map((definition) => ({ definition, storage: storageOf(definition, storages) }))
      const admission = new AdmissionChain(options.admission ?? [])
      installVersions(generic, { scheme, storages: defined, endpoints: { admission, authorizer, clock } })
      generic.start()
    } catch (error) {
      const ignore = (): void => undefined
      for (const open of [storages, kv]) open.close().catch(ignore)
      throw error
    }
    return new GroupServer({ generic, scheme, kv, storages })
  }

  /** A client of the server itself, in this process, with all rights. */
  client(options?: LoopbackOptions): Client {
    return this.generic.loopback.client(options)
  }

  /** Ends requests and watches, and closes the store. */
  async stop(): Promise<void> {
    await this.generic.stop()
    await this.#storages.close()
    await this.#kv.close()
  }
}

interface DefinedStorage {
  readonly definition: ResourceDefinition
  readonly storage: Readonly<Record<string, ResourceStorage>>
}

/** Installs every version of every group, the newest first in discovery. */
function installVersions(
  generic: GenericAPIServer,
  {
    scheme,
    storages,
    endpoints,
  }: {
    readonly scheme: Scheme
    readonly storages: readonly DefinedStorage[]
    readonly endpoints: { readonly admission: AdmissionPlugin; readonly authorizer: Authorizer; readonly clock: Clock }
  },
): void {
  const serializers = new CodecFactory(scheme, { mode: 'canonical' }).supportedMediaTypes()
  const paths = new APIPaths(new Discovery({ aggregates: false }), generic.notFound)
  const groups = [...new Set(storages.map(({ definition }) => definition.type.groupVersionKind.group))]
  for (const group of groups) {
    const versions = scheme.prioritizedVersionsForGroup(group)
    for (const [index, groupVersion] of versions.entries()) {
      const served = storages.filter(({ definition: { type } }) => {
        const { kind, group: own } = type.groupVersionKind
        return own === group && scheme.recognizes(groupVersion.withKind(kind))
      })
      const storage = Object.assign({}, ...served.map((each) => each.storage))
      if (served.length === 0) continue
      const deprecation = (kind: GroupVersionKind) => {
        const found = storages.find(({ definition: { type } }) => type.groupVersionKind.kind === kind.kind)
        return deprecationOf(kind, found?.definition.options.lifecycles?.[kind.version])
      }
      const installed = installGroupVersion({ groupVersion, storage, scheme, serializers, deprecation, ...endpoints })
      paths.install(installed, { group: 1000, version: versions.length - index })
    }
  }
  generic.installAPIPaths(paths.handler)
  generic.listPaths(() => paths.listed())
  const documents = new OpenAPI({
    scheme,
    versions: () => paths.installed().map((each) => ({ ...each, installed: () => each })),
  })
  generic.router.handle('/openapi/v2', documents.serveV2)
  generic.router.handle('/openapi/v3', documents.serveV3Index)
  generic.router.handlePrefix('/openapi/v3/', documents.serveV3)
}

function settingsOf({ logger, delegate, shutdownDelay, corsAllowedOrigins }: GroupServerOptions) {
  return {
    ...(logger !== undefined && { logger }),
    ...(delegate !== undefined && { delegate }),
    ...(shutdownDelay !== undefined && { shutdownDelay }),
    ...(corsAllowedOrigins !== undefined && { corsAllowedOrigins }),
  }
}

const openAccess =
  'requests without credentials may do everything: give the server an authorizer other than alwaysAllow'

/** The server's own token, then the configured authenticator, then anonymous. */
function authenticatorOf({ authenticator }: GroupServerOptions, loopback: Loopback): Authenticator {
  const itself = bearerTokenAuthenticator(loopback)
  const anonymous = anonymousAuthenticator()
  return {
    async authenticate(request) {
      const own = await itself.authenticate(request).catch((error: unknown) => {
        if (authenticator === undefined) throw error
        return undefined
      })
      return own ?? (await authenticator?.authenticate(request)) ?? anonymous.authenticate(request)
    },
  }
}

function authorizerOf({ authorizer }: GroupServerOptions): Authorizer {
  const open = allowedPaths(publicPaths)
  const members = authorizer === undefined ? [] : [authorizer]
  return unionAuthorizer(privilegedGroups(WellKnownUser.systemPrivilegedGroup), open, ...members)
}
