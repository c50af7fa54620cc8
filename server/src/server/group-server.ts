import type { Client } from '@apimachinery/client'
import { FeatureGates } from 'apimachinery/api/releases'
import type { Scheme } from 'apimachinery/runtime'
import { type Clock, systemClock } from 'apimachinery/wait'
import { AdmissionChain } from '../admission/chain.js'
import { orAnonymous } from '../authentication/anonymous.js'
import { type Authenticator, WellKnownUser } from '../authentication/authenticator.js'
import { allowedPaths, alwaysAllow, privilegedGroups, publicPaths } from '../authorization/always.js'
import type { Authorizer } from '../authorization/authorizer.js'
import { unionAuthorizer } from '../authorization/union.js'
import { statusErrorWriter } from '../endpoints/error-writer.js'
import { bootstrapFlowSchemas, bootstrapPriorityLevels } from '../flow-control/bootstrap-flow-control.js'
import type { SizedResource } from '../flow-control/resource-sizes.js'
import { OpenResources } from '../internal/open-resources.js'
import { addResourceCounts } from '../metrics/resource-counts.js'
import { pathOf, storageOf } from '../registry/define-resource.js'
import { requireOwnPaths } from '../registry/resource-path.js'
import { sizedResource } from '../registry/sized-resource.js'
import { Storages } from '../registry/storages.js'
import { Store } from '../registry/store.js'
import { effectiveRelease } from '../request/effective-release.js'
import { type VersionInfo, versionInfo } from '../request/version-info.js'
import { MemoryKV } from '../storage/kv/memory/memory-kv.js'
import { GenericAPIServer } from './generic-api-server.js'
import { type DefinedStorage, groupEndpoints } from './group-endpoints.js'
import type { GroupServerOptions } from './group-server-options.js'
import type { FlowControlConfig } from './handler-chain.js'
import type { HookContext } from './hooks.js'
import { Loopback, type LoopbackOptions, withLoopback } from './loopback.js'
import { installOpenAPI } from './openapi-paths.js'
import { priorityAndFairness } from './priority-and-fairness.js'
import { ServerMetrics } from './server-metrics.js'

export type { GroupServerOptions } from './group-server-options.js'

/**
 * A server for custom API groups: alone, or behind the aggregator of a cluster. `generic` listens, stops, and has the hooks.
 *
 * Source: `InstallAPIGroups` of k8s.io/apiserver/pkg/server, and k8s.io/sample-apiserver.
 */
export class GroupServer {
  readonly generic: GenericAPIServer
  readonly scheme: Scheme
  readonly #opened: OpenResources

  private constructor(generic: GenericAPIServer, scheme: Scheme, opened: OpenResources) {
    this.generic = generic
    this.scheme = scheme
    this.#opened = opened
  }

  /**
   * Builds the server and starts its hooks; it does not listen yet. Where it throws, the store is closed.
   *
   * @throws MachineryError for a resource whose kind is not registered in the scheme, and for resources whose keys are mixed.
   */
  static async start(options: GroupServerOptions): Promise<GroupServer> {
    const opened = new OpenResources()
    try {
      return new GroupServer(assemble(options, opened), options.scheme, opened)
    } catch (error) {
      await opened.close().catch(() => undefined)
      throw error
    }
  }

  /** A client of the server itself, in this process, with all rights. */
  client(options?: LoopbackOptions): Client {
    return this.generic.loopback.client(options)
  }

  /** Resolves when the post-start hooks have ended, well or not. */
  ready(): Promise<void> {
    return this.generic.ready()
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

/** Stores, security, admission, endpoints, hooks. */
function assemble(options: GroupServerOptions, opened: OpenResources): GenericAPIServer {
  const { scheme, clock = systemClock, loopback = new Loopback(), minRequestTimeout } = options
  const { release } = effectiveRelease({ release: options.release })
  const version: VersionInfo = { ...versionInfo({ release }), ...options.version }
  const metrics = options.metrics ?? new ServerMetrics({ version })
  options.addMetrics?.(metrics.registry)
  const storages = openStorages(options, { metrics, clock, opened })
  const resources = { counted: () => storages.flatMap(({ storage }) => sizesOf(storage)) }
  addResourceCounts(metrics.registry, resources.counted)
  const authorizer = authorizerOf(options)
  const flowControl = flowControlOf(options, { metrics, clock, resources })
  const generic = new GenericAPIServer({
    ...options,
    version,
    metrics,
    clock,
    loopback,
    flowControl,
    listsPaths: true,
    authenticator: authenticatorOf(options, loopback),
    authorizer,
    openAccess: options.authorizer === alwaysAllow && options.anonymousAuth !== false ? openAccess : undefined,
    writeError: statusErrorWriter(),
  })
  opened.add(() => generic.stop({ delay: false }))
  const admission = new AdmissionChain(options.admission ?? [])
  const { notFound } = generic
  const endpoints = {
    release,
    scheme,
    notFound,
    admission,
    authorizer,
    clock,
    minRequestTimeoutSeconds: minRequestTimeout,
  }
  const paths = groupEndpoints(storages, endpoints)
  generic.installAPIPaths(paths.handler)
  generic.listPaths(() => paths.listed())
  installOpenAPI(generic.router, { scheme, paths, info: options.documents })
  if (flowControl !== undefined) generic.hooks.addPostStart('priority-and-fairness-filter', lending(flowControl))
  generic.start()
  return generic
}

interface StorageParts {
  readonly metrics: ServerMetrics
  readonly clock: Clock
  readonly opened: OpenResources
}

/** The storage objects of all resources. */
function openStorages(options: GroupServerOptions, { metrics, clock, opened }: StorageParts): DefinedStorage[] {
  const { scheme, encryption, kv = new MemoryKV({ clock }), resources } = options
  opened.add(() => kv.close())
  const { release } = effectiveRelease({ release: options.release })
  const { enabled: featureEnabled } = new FeatureGates({ release })
  const storages = new Storages({
    kv,
    scheme,
    release,
    featureEnabled,
    clock,
    encryption,
    metrics: metrics.storage,
  })
  opened.add(() => storages.close())
  requireOwnPaths(resources.map((each) => ({ path: pathOf(each), kind: `${each.type.groupVersionKind}` })))
  return resources.map((definition) => ({ definition, storage: storageOf(definition, storages) }))
}

function sizesOf(storage: DefinedStorage['storage']): SizedResource[] {
  return Object.values(storage).flatMap((each) =>
    each instanceof Store ? [sizedResource(each.groupResource, () => each)] : [],
  )
}

const openAccess =
  'requests without credentials may do everything: give the server an authorizer other than alwaysAllow'

/** The server's own token, then the configured authenticator, then anonymous. */
function authenticatorOf(
  { authenticator, anonymousAuth = true }: GroupServerOptions,
  loopback: Loopback,
): Authenticator {
  const known = withLoopback(loopback, authenticator)
  if (anonymousAuth === false) return known
  return orAnonymous(known, anonymousAuth === true ? {} : anonymousAuth)
}

function authorizerOf({ authorizer }: GroupServerOptions): Authorizer {
  const open = allowedPaths(publicPaths)
  const members = authorizer === undefined ? [] : [authorizer]
  return unionAuthorizer(privilegedGroups(WellKnownUser.systemPrivilegedGroup), open, ...members)
}

interface FlowControlParts {
  readonly metrics: ServerMetrics
  readonly clock: Clock
  readonly resources: { counted(): readonly SizedResource[] }
}

function flowControlOf(
  options: GroupServerOptions,
  { metrics, clock, resources }: FlowControlParts,
): FlowControlConfig | undefined {
  const { priorityAndFairness: given = false, logger } = options
  if (given === false) return undefined
  const onError = (error: unknown): void => logger?.error({ error }, 'error in priority and fairness')
  const flowControl = priorityAndFairness(options, { resources, registry: metrics.registry, clock, onError })
  const usual = { levels: bootstrapPriorityLevels(), schemas: bootstrapFlowSchemas() }
  flowControl.controller.configure(given === true ? usual : given)
  return flowControl
}

/** Lends seats between levels until the server stops. */
function lending({ controller }: FlowControlConfig): (context: Pick<HookContext, 'signal'>) => Promise<void> {
  return async ({ signal }) => {
    signal.addEventListener('abort', () => controller.stop(), { once: true })
    controller.start()
  }
}
