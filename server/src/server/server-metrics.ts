import {
  exponentialBuckets,
  MetricsRegistry,
  type MetricsRegistryOptions,
  type NumberFamily,
  queueMetricsProvider,
} from '@apimachinery/client/metrics'
import type { RuleObserver } from 'apimachinery/openapi'
import { systemClock } from 'apimachinery/wait'
import { AuditMetrics } from '../audit/audit-metrics.js'
import { AuthenticationMetrics } from '../authentication/authentication-metrics.js'
import { authorizationMetrics } from '../authorization/authorization-metrics.js'
import type { WebhookAuthorizerObserver } from '../authorization/webhook-authorizer.js'
import { AccessMetrics } from '../filters/access-metrics.js'
import type { QueueObservers } from '../internal/key-queue.js'
import { encryptionMetrics } from '../metrics/encryption-metrics.js'
import { type ImpersonationObserver, impersonationMetrics } from '../metrics/impersonation-metrics.js'
import { addMetaMetrics } from '../metrics/meta-metrics.js'
import { addProcessMetrics } from '../metrics/process-metrics.js'
import { RequestMetrics } from '../metrics/request-metrics.js'
import { ruleMetrics } from '../metrics/rule-metrics.js'
import { StorageMetrics } from '../metrics/storage-metrics.js'
import type { VersionInfo } from '../request/version-info.js'
import type { EncryptionObserver } from '../storage/encryption/encryption-observer.js'

/** Input of the metrics of a server. */
export interface ServerMetricsOptions {
  /** Labels of `kubernetes_build_info`. */
  readonly version: VersionInfo
  /** The identity of the server, as in its lease; exposed as a hash. */
  readonly serverID?: string | undefined
  /** Which families are served. */
  readonly registry?: MetricsRegistryOptions | undefined
}

/** Every family of a server. */
export class ServerMetrics {
  readonly registry: MetricsRegistry
  readonly requests: RequestMetrics
  readonly access: AccessMetrics
  readonly audit: AuditMetrics
  readonly authentication: AuthenticationMetrics
  /** Observes authorization webhooks. */
  readonly authorization: WebhookAuthorizerObserver
  readonly impersonation: ImpersonationObserver
  /** Observes encryption at rest. */
  readonly encryption: EncryptionObserver
  readonly storage: StorageMetrics
  /** Observes the queues of controllers. */
  readonly queues: QueueObservers
  /** Times rules in schemas. */
  readonly rules: RuleObserver
  /** Requests that are being worked on, most in the last second, by `readOnly` and `mutating`. */
  readonly inFlight: NumberFamily
  readonly inQueue: NumberFamily
  readonly tlsHandshakeErrors: NumberFamily
  /** Families of `/metrics/slis`. */
  readonly slis: MetricsRegistry
  readonly #health: NumberFamily
  readonly #healthTotal: NumberFamily

  constructor({ version, serverID = '', registry: given }: ServerMetricsOptions) {
    const minorRelease = Number(version.emulationMinor)
    const options = { minorRelease, ...given }
    const registry = new MetricsRegistry(options)
    this.registry = registry
    this.slis = new MetricsRegistry(options)
    this.requests = new RequestMetrics(registry, minorRelease)
    this.access = new AccessMetrics(registry)
    this.audit = new AuditMetrics(registry)
    this.authentication = new AuthenticationMetrics(registry, serverID, minorRelease)
    this.authorization = authorizationMetrics(registry)
    this.impersonation = impersonationMetrics(registry)
    this.encryption = encryptionMetrics(registry, { serverID, clock: systemClock })
    this.storage = new StorageMetrics(registry, minorRelease)
    const metricsProvider = queueMetricsProvider(registry, {
      labelNames: ['name'],
      buckets: exponentialBuckets(1e-8, 10, 10),
      stability: 'BETA',
    })
    this.queues = (name) => ({ name, metricsProvider })
    this.rules = ruleMetrics(registry)
    this.inFlight = registry.gauge({
      name: 'apiserver_current_inflight_requests',
      help: 'Maximal number of currently used inflight request limit of this apiserver per request kind in last second.',
      stability: 'STABLE',
      labelNames: ['request_kind'],
    })
    this.inQueue = registry.gauge({
      name: 'apiserver_current_inqueue_requests',
      help: 'Maximal number of queued requests in this apiserver per request kind in last second.',
      stability: 'ALPHA',
      labelNames: ['request_kind'],
    })
    this.tlsHandshakeErrors = registry.counter({
      name: 'apiserver_tls_handshake_errors_total',
      help: "Number of requests dropped with 'TLS handshake error from' error",
      stability: 'ALPHA',
    })
    this.#health = this.slis.gauge({
      name: 'kubernetes_healthcheck',
      help: 'This metric records the result of a single healthcheck.',
      stability: 'STABLE',
      labelNames: ['name', 'type'],
    })
    this.#healthTotal = this.slis.counter({
      name: 'kubernetes_healthchecks_total',
      help: 'This metric records the results of all healthcheck.',
      stability: 'STABLE',
      labelNames: ['name', 'status', 'type'],
    })
    for (const kind of ['readOnly', 'mutating']) {
      this.inFlight.labels(kind)
      this.inQueue.labels(kind)
    }
    registry
      .gauge({
        name: 'kubernetes_build_info',
        help: "A metric with a constant '1' value labeled by major, minor, git version, git commit, git tree state, build date, Go version, and compiler from which Kubernetes was built, and platform on which it is running.",
        stability: 'BETA',
        labelNames: [
          'build_date',
          'compiler',
          'git_commit',
          'git_tree_state',
          'git_version',
          'go_version',
          'major',
          'minor',
          'platform',
        ],
      })
      .labels(
        version.buildDate,
        version.compiler,
        version.gitCommit,
        version.gitTreeState,
        version.gitVersion,
        version.goVersion,
        version.major,
        version.minor,
        version.platform,
      )
      .set(1)
    registry
      .gauge({
        name: 'version_info',
        help: 'Provides the compatibility version info of the component. The component label is the name of the component, usually kube, but is relevant for aggregated-apiservers.',
        stability: 'ALPHA',
        labelNames: ['binary', 'component', 'emulation', 'min_compat'],
      })
      .labels(
        version.gitVersion.slice(1),
        'kube',
        `${version.emulationMajor}.${version.emulationMinor}`,
        `${version.minCompatibilityMajor}.${version.minCompatibilityMinor}`,
      )
      .set(1)
    addMetaMetrics(registry)
    addProcessMetrics(registry)
  }

  /** A health check has run; `type` is `healthz`, `livez` or `readyz`. */
  health(name: string, type: string, isWell: boolean): void {
    this.#health.labels(name, type).set(isWell ? 1 : 0)
    this.#healthTotal.labels(name, isWell ? 'success' : 'error', type).inc()
  }
}
