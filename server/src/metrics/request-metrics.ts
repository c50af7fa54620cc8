import {
  type Cell,
  type Distribution,
  exponentialBuckets,
  type Histogram,
  linearBuckets,
  type MetricsRegistry,
  type NumberFamily,
} from '@apimachinery/client/metrics'
import { newestRelease } from 'apimachinery/api/releases'
import type { IdentifiedRequest } from '../request/http.js'
import type { RequestInfo } from '../request/request-info.js'
import type { EndpointFacts } from '../request/request-observer.js'
import { dryRunOf, fieldValidationOf, scopeOf, verbOf } from './request-labels.js'

const sliBuckets = [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60]
const durationBuckets = [0.005, 0.025, ...sliBuckets]
const routeLabels = ['component', 'group', 'resource', 'scope', 'subresource', 'verb', 'version']
const withDryRun = ['component', 'dry_run', 'group', 'resource', 'scope', 'subresource', 'verb', 'version']

/** How a request ended. */
export interface FinishedRequest {
  readonly status: number
  readonly seconds: number
  /** Seconds of them that webhooks and queues took. */
  readonly waitedSeconds: number
  readonly bytes: number
}

/** The series of one kind of request, looked up once. */
interface Series {
  readonly byCode: Map<number, Cell>
  readonly duration: Distribution
  readonly sli: Distribution | undefined
  readonly slo: Distribution | undefined
  readonly size: Distribution | undefined
  readonly self: readonly string[]
}

/**
 * `apiserver_request_*` and what belongs to it.
 *
 * Source: `MonitorRequest` and the families of k8s.io/apiserver/pkg/endpoints/metrics.
 */
export class RequestMetrics {
  readonly #total: NumberFamily
  readonly #duration: Histogram
  readonly #sli: Histogram
  readonly #slo: Histogram | undefined
  readonly #fieldValidation: Histogram
  readonly #sizes: Histogram
  readonly #longRunning: NumberFamily
  readonly #terminations: NumberFamily
  readonly #self: NumberFamily
  readonly #bodySizes: Histogram
  readonly #watchEvents: NumberFamily
  readonly #watchEventSizes: Histogram
  readonly #aborts: NumberFamily
  readonly #late: NumberFamily
  readonly #deprecated: NumberFamily
  readonly #watchLists: Histogram
  readonly #series = new Map<string, Series>()

  /** `minorRelease`: of the release whose metrics these are; default: the newest. */
  constructor(registry: MetricsRegistry, minorRelease: number = newestRelease.minor) {
    const ofWatches = minorRelease >= 37 ? 'BETA' : 'ALPHA'
    this.#total = registry.counter({
      name: 'apiserver_request_total',
      help: 'Counter of apiserver requests broken out for each verb, dry run value, group, version, resource, scope, component, and HTTP response code.',
      stability: 'STABLE',
      labelNames: ['code', ...withDryRun],
    })
    this.#duration = registry.histogram({
      name: 'apiserver_request_duration_seconds',
      help: 'Response latency distribution in seconds for each verb, dry run value, group, version, resource, subresource, scope and component.',
      stability: 'STABLE',
      labelNames: withDryRun,
      buckets: durationBuckets,
    })
    this.#sli = registry.histogram({
      name: 'apiserver_request_sli_duration_seconds',
      help: 'Response latency distribution (not counting webhook duration and priority & fairness queue wait times) in seconds for each verb, group, version, resource, subresource, scope and component.',
      stability: 'ALPHA',
      labelNames: routeLabels,
      buckets: sliBuckets,
    })
    const slo = registry.histogram({
      name: 'apiserver_request_slo_duration_seconds',
      help: 'Response latency distribution (not counting webhook duration and priority & fairness queue wait times) in seconds for each verb, group, version, resource, subresource, scope and component.',
      stability: 'ALPHA',
      deprecatedVersion: '1.27.0',
      labelNames: routeLabels,
      buckets: sliBuckets,
    })
    this.#slo = registry.isServed(slo) ? slo : undefined
    this.#fieldValidation = registry.histogram({
      name: 'field_validation_request_duration_seconds',
      help: 'Response latency distribution in seconds for each field validation value',
      stability: 'ALPHA',
      labelNames: ['field_validation'],
      buckets: sliBuckets,
    })
    this.#sizes = registry.histogram({
      name: 'apiserver_response_sizes',
      help: 'Response size distribution in bytes for each group, version, verb, resource, subresource, scope and component.',
      stability: 'STABLE',
      labelNames: routeLabels,
      buckets: exponentialBuckets(1000, 10, 7),
    })
    this.#longRunning = registry.gauge({
      name: 'apiserver_longrunning_requests',
      help: 'Gauge of all active long-running apiserver requests broken out by verb, group, version, resource, scope and component. Not all requests are tracked this way.',
      stability: 'STABLE',
      labelNames: routeLabels,
    })
    this.#terminations = registry.counter({
      name: 'apiserver_request_terminations_total',
      help: 'Number of requests which apiserver terminated in self-defense.',
      stability: 'ALPHA',
      labelNames: ['code', ...routeLabels],
    })
    this.#self = registry.counter({
      name: 'apiserver_selfrequest_total',
      help: 'Counter of apiserver self-requests broken out for each verb, API resource and subresource.',
      stability: 'ALPHA',
      labelNames: ['group', 'resource', 'subresource', 'verb'],
    })
    this.#deprecated = registry.gauge({
      name: 'apiserver_requested_deprecated_apis',
      help: 'Gauge of deprecated APIs that have been requested, broken out by API group, version, resource, subresource, and removed_release.',
      stability: 'STABLE',
      labelNames: ['group', 'removed_release', 'resource', 'subresource', 'version'],
    })
    this.#watchLists = registry.histogram({
      name: 'apiserver_watch_list_duration_seconds',
      help: 'Response latency distribution in seconds for watch list requests broken by group, version, resource and scope.',
      stability: 'BETA',
      labelNames: ['group', 'resource', 'scope', 'version'],
      buckets: [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 2, 4, 6, 8, 10, 15, 20, 30, 45, 60],
    })
    this.#aborts = registry.counter({
      name: 'apiserver_request_aborts_total',
      help: 'Number of requests which apiserver aborted possibly due to a timeout, for each group, version, verb, resource, subresource and scope',
      stability: 'ALPHA',
      labelNames: ['group', 'resource', 'scope', 'subresource', 'verb', 'version'],
    })
    this.#late = registry.counter({
      name: 'apiserver_request_post_timeout_total',
      help: 'Tracks the activity of the request handlers after the associated requests have been timed out by the apiserver',
      stability: 'ALPHA',
      labelNames: ['source', 'status'],
    })
    this.#bodySizes = registry.histogram({
      name: 'apiserver_request_body_size_bytes',
      help: 'Apiserver request body size in bytes broken out by resource and verb.',
      stability: 'ALPHA',
      labelNames: ['group', 'resource', 'verb'],
      buckets: linearBuckets(50_000, 100_000, 31),
    })
    this.#watchEvents = registry.counter({
      name: 'apiserver_watch_events_total',
      help: 'Number of events sent in watch clients',
      stability: ofWatches,
      labelNames: ['group', 'resource', 'version'],
    })
    this.#watchEventSizes = registry.histogram({
      name: 'apiserver_watch_events_sizes',
      help: 'Watch event size distribution in bytes',
      stability: ofWatches,
      labelNames: ['group', 'resource', 'version'],
      buckets: exponentialBuckets(1024, 2, 8),
    })
  }

  /** A request that reached an endpoint has ended. `self` where the server itself made it. */
  finished(
    request: IdentifiedRequest,
    facts: EndpointFacts,
    ended: FinishedRequest & { readonly self: boolean },
  ): void {
    const { info } = request
    const dryRun = dryRunOf(request)
    const scope = facts.path === undefined ? scopeOf(info) : ''
    const verb = verbOf(request, info, scope)
    const subresource = facts.path ?? info.subresource
    const key = `${verb} ${info.apiGroup} ${info.apiVersion} ${info.resource} ${subresource} ${scope} ${facts.component} ${dryRun}`
    let series = this.#series.get(key)
    if (series === undefined) {
      series = this.#newSeries({ info, scope, verb, subresource, component: facts.component, dryRun })
      this.#series.set(key, series)
    }
    const { status, seconds, waitedSeconds, bytes } = ended
    let count = series.byCode.get(status)
    if (count === undefined) {
      const { apiGroup, resource, apiVersion } = info
      const code = String(status)
      count = this.#total.labels(
        code,
        facts.component,
        dryRun,
        apiGroup,
        resource,
        scope,
        subresource,
        verb,
        apiVersion,
      )
      series.byCode.set(status, count)
    }
    count.inc()
    series.duration.observe(seconds)
    series.sli?.observe(seconds - waitedSeconds)
    series.slo?.observe(seconds - waitedSeconds)
    this.#fieldValidation.labels(fieldValidationOf(request)).observe(seconds)
    series.size?.observe(bytes)
    if (ended.self) this.#self.labels(...series.self).inc()
  }

  #newSeries(of: RouteFacts & { readonly dryRun: string }): Series {
    const { info, dryRun, scope, subresource, verb, component } = of
    const { apiGroup, resource, apiVersion } = info
    const route = [component, apiGroup, resource, scope, subresource, verb, apiVersion]
    return {
      byCode: new Map(),
      duration: this.#duration.labels(component, dryRun, apiGroup, resource, scope, subresource, verb, apiVersion),
      sli: dryRun === '' ? this.#sli.labels(...route) : undefined,
      slo: dryRun === '' ? this.#slo?.labels(...route) : undefined,
      size: verb === 'GET' || verb === 'LIST' ? this.#sizes.labels(...route) : undefined,
      self: [apiGroup, resource, subresource, verb],
    }
  }

  /** A request that may last begins; call what it gives when it has ended. */
  longRunning(request: IdentifiedRequest): () => void {
    const gauge = this.#longRunning.labels(...routeValues(request))
    gauge.inc()
    return () => gauge.dec()
  }

  /** The server ended a request to defend itself. */
  terminated(request: IdentifiedRequest, code: number): void {
    this.#terminations.labels(String(code), ...routeValues(request)).inc()
  }

  /** A request was turned away with 429 before it reached an endpoint. */
  dropped(request: IdentifiedRequest): void {
    const [component, ...rest] = routeValues(request) as [string, ...string[]]
    this.#total.labels('429', component, dryRunOf(request), ...rest).inc()
    this.#terminations.labels('429', component, ...rest).inc()
  }

  /** A handler has ended after its request was answered with 504. */
  endedLate(status: 'ok' | 'panic'): void {
    this.#late.labels('timeout-handler', status).inc()
  }

  /** The stream of a request was cut. */
  aborted(request: IdentifiedRequest): void {
    this.#aborts.labels(...routeValues(request).slice(1)).inc()
  }

  deprecated({ apiGroup, apiVersion, resource, subresource }: RequestInfo, removedRelease: string): void {
    this.#deprecated.labels(apiGroup, removedRelease, resource, subresource, apiVersion).set(1)
  }

  /** The seconds until a watch has sent its initial events. */
  watchListed(info: RequestInfo, seconds: number): void {
    const { apiGroup, apiVersion, resource } = info
    this.#watchLists.labels(apiGroup, resource, scopeOf(info), apiVersion).observe(seconds)
  }

  bodySize({ apiGroup, resource, verb }: RequestInfo, bytes: number): void {
    this.#bodySizes.labels(apiGroup, resource, verb).observe(bytes)
  }

  /** Where the events of one watch are counted. */
  watchEvents({ apiGroup, resource, apiVersion }: RequestInfo): (bytes: number) => void {
    const count = this.#watchEvents.labels(apiGroup, resource, apiVersion)
    const sizes = this.#watchEventSizes.labels(apiGroup, resource, apiVersion)
    return (bytes) => {
      count.inc()
      sizes.observe(bytes)
    }
  }
}

interface RouteFacts {
  readonly info: RequestInfo
  readonly scope: string
  readonly verb: string
  readonly subresource: string
  readonly component: string
}

/** Values of {@link routeLabels}. A path that is not a resource has its own label value only below `/debug`. */
function routeValues(request: IdentifiedRequest): string[] {
  const { info } = request
  const scope = scopeOf(info)
  const { apiGroup, apiVersion, resource, isResourceRequest } = info
  const subresource = isResourceRequest ? info.subresource : ''
  return ['apiserver', apiGroup, resource, scope, subresource, verbOf(request, info, scope), apiVersion]
}
