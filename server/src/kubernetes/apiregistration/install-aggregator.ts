import type { Client } from '@apimachinery/client'
import type { MetricsRegistry } from '@apimachinery/client/metrics'
import type { APIService } from 'apimachinery/api/apiregistration/v1'
import { GroupVersion } from 'apimachinery/schema'
import type { PassiveClock } from 'apimachinery/wait'
import { Aggregator } from '../../aggregator/aggregator.js'
import { AggregatorMetrics } from '../../aggregator/aggregator-metrics.js'
import type { LocalAPIService } from '../../aggregator/auto-registration.js'
import type { ProxyClientCertificate } from '../../aggregator/remote-server.js'
import type { CustomResources } from '../../customresources/custom-resources.js'
import type { APIPaths } from '../../discovery/api-paths.js'
import { apiServiceWriter } from '../../kinds/apiregistration/api-service/api-service-writer.js'
import { registerDefinitions } from '../../kinds/apiregistration/api-service/definition-registration.js'
import type { BuiltInGroup } from '../../kinds/built-in-groups.js'
import type { BuiltInStores } from '../../kinds/built-in-stores.js'
import type { ServiceResolver } from '../../request/service-resolver.js'
import type { GenericAPIServer } from '../../server/generic-api-server.js'
import { followingHook } from '../../server/hooks.js'
import type { ClusterServices } from '../cluster-services.js'

/** How APIServices of other servers are reached. */
export interface AggregationOptions {
  /** The certificate that this server shows to others (`--proxy-client-cert-file`). */
  readonly certificate?: (() => ProxyClientCertificate | undefined) | undefined
  /** Services are checked in this cluster before their servers are called; default true. */
  readonly checksServices?: boolean | undefined
  /** Redirects of aggregated servers are not forwarded; default true. */
  readonly rejectsRedirects?: boolean | undefined
}

/** The parts of its server that the aggregator uses. */
export interface AggregatorParts {
  readonly generic: GenericAPIServer
  readonly stores: BuiltInStores
  readonly services: ClusterServices
  readonly resolver: ServiceResolver
  readonly paths: APIPaths
  readonly groups: readonly BuiltInGroup[]
  /** Writes APIServices. */
  readonly client: Client
  readonly registry: MetricsRegistry
  readonly cbor: boolean
  readonly clock: PassiveClock
  readonly onError: (error: unknown) => void
}

/** What the hooks of the aggregator start. */
export interface AggregatorHookParts {
  readonly aggregator: Aggregator
  readonly customResources: CustomResources
  readonly groups: readonly BuiltInGroup[]
}

/** Puts the aggregator before everything below `/api` and `/apis`. */
export function installAggregator(parts: AggregatorParts, options: AggregationOptions = {}): Aggregator {
  const { generic, stores, services, resolver, paths, client, registry, cbor, clock, onError } = parts
  const aggregator = new Aggregator({
    apiServices: stores.at<APIService>('apiregistration.k8s.io/apiservices'),
    local: paths,
    resolver,
    services: options.checksServices === false ? undefined : services,
    certificate: options.certificate,
    rejectsRedirects: options.rejectsRedirects ?? true,
    writer: apiServiceWriter(client),
    metrics: new AggregatorMetrics(registry),
    cbor,
    clock,
    onError,
    queues: generic.metrics.queues,
  })
  generic.installAPIPaths(aggregator.handle)
  return aggregator
}

/** Starts the aggregator from the hooks that upstream starts it in; `stop` ends the registration of definitions. */
export function addAggregatorHooks(
  generic: GenericAPIServer,
  { aggregator, customResources, groups }: AggregatorHookParts,
): { stop(): void } {
  let unregister: (() => void) | undefined
  const local = localAPIServices(groups)
  const known = new Set(local.map(({ groupVersion }) => groupVersion.toString()))
  let completed = false
  let complete: () => void = () => undefined
  const started = new Promise<void>((resolve) => {
    complete = resolve
  })
  for (const name of followingHooks) generic.hooks.addPostStart(name, followingHook(started))
  generic.health.add({
    name: 'autoregister-completion',
    check() {
      if (!completed) throw new Error('missing APIService')
    },
  })
  generic.hooks.addPostStart('kube-apiserver-autoregistration', async () => {
    await customResources.started()
    unregister = registerDefinitions(customResources.definitions, aggregator.registration, (groupVersion) =>
      known.has(groupVersion.toString()),
    )
    await aggregator.start(local)
    completed = true
    complete()
  })
  return { stop: () => unregister?.() }
}

/** By upstream's names what is one start here: following APIServices, their availability, discovery and documents. */
const followingHooks = [
  'aggregator-reload-proxy-client-cert',
  'start-kube-aggregator-informers',
  'apiservice-status-local-available-controller',
  'apiservice-status-remote-available-controller',
  'apiservice-registration-controller',
  'apiservice-discovery-controller',
  'apiservice-openapi-controller',
  'apiservice-openapiv3-controller',
]

/** The group of the aggregator itself has no APIService. */
function localAPIServices(groups: readonly BuiltInGroup[]): LocalAPIService[] {
  return groups
    .filter(({ group }) => group !== 'apiregistration.k8s.io')
    .flatMap((local) =>
      local.versions
        .filter(({ byDefault }) => byDefault)
        .map(({ version, priority }) => ({
          groupVersion: new GroupVersion(local.group, version),
          groupPriorityMinimum: local.priority,
          versionPriority: priority,
        })),
    )
}
