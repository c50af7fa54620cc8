import { type PassiveClock, systemClock } from 'apimachinery/wait'
import type { ExecHooks } from '../config/exec-hooks.js'
import type { RequestEvent, RequestHooks } from '../rest/request-hooks.js'
import type { MetricsRegistry } from './metrics-registry.js'

const latencyBuckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60]
const rotationBuckets = [
  600, 1800, 3600, 14_400, 86_400, 604_800, 2_592_000, 7_776_000, 15_552_000, 31_104_000, 124_416_000,
]

/** Input of {@link clientMetrics}. */
export interface ClientMetricsOptions {
  /** Label `host`: the address of the server. */
  readonly host: string
  /** Default: {@link systemClock}. */
  readonly clock?: PassiveClock | undefined
}

/** Hooks that fill a registry: `Client.connect({ ...clientMetrics(registry, { host }) })`. */
export interface ClientMetrics {
  readonly hooks: RequestHooks
  readonly execHooks: ExecHooks
}

/** Registers the metrics of requests and of exec plugins, under the names that they have in Go. */
export function clientMetrics(
  registry: MetricsRegistry,
  { host, clock = systemClock }: ClientMetricsOptions,
): ClientMetrics {
  return { hooks: requestHooks(registry, host), execHooks: execHooks(registry, clock) }
}

function requestHooks(registry: MetricsRegistry, host: string): RequestHooks {
  const total = registry.counter({
    name: 'rest_client_requests_total',
    help: 'Number of HTTP requests, partitioned by status code, method, and host.',
    labelNames: ['code', 'method', 'host'],
  })
  const retries = registry.counter({
    name: 'rest_client_request_retries_total',
    help: 'Number of request retries, partitioned by status code, verb, and host.',
    labelNames: ['code', 'verb', 'host'],
  })
  const latency = registry.histogram({
    name: 'rest_client_request_duration_seconds',
    help: 'Request latency in seconds. Broken down by verb, and host.',
    labelNames: ['verb', 'host'],
    buckets: latencyBuckets,
  })
  const limited = registry.histogram({
    name: 'rest_client_rate_limiter_duration_seconds',
    help: 'Client side rate limiter latency in seconds. Broken down by verb, and host.',
    labelNames: ['verb', 'host'],
    buckets: latencyBuckets,
  })
  const verbOf = ({ method }: RequestEvent): { verb: string; host: string } => ({ verb: method, host })
  return {
    onResponse: (event) => {
      const { status, method, attempt, milliseconds } = event
      const code = status === undefined ? '<error>' : String(status)
      total.inc({ code, method, host })
      if (attempt > 1) retries.inc({ code, verb: method, host })
      latency.observe(milliseconds / 1000, verbOf(event))
    },
    onWait: (event) => {
      if (event.reason === 'client-side throttling') limited.observe(event.milliseconds / 1000, verbOf(event))
    },
  }
}

function execHooks(registry: MetricsRegistry, clock: PassiveClock): ExecHooks {
  const calls = registry.counter({
    name: 'rest_client_exec_plugin_call_total',
    help: 'Number of calls to an exec plugin, partitioned by the type of event encountered (no_error, plugin_execution_error, plugin_not_found_error, client_internal_error) and an optional exit code. The exit code will be set to 0 if and only if the plugin call was successful.',
    labelNames: ['code', 'call_status'],
  })
  const policy = registry.counter({
    name: 'rest_client_exec_plugin_policy_call_total',
    help: 'Number of comparisons of an exec plugin to the plugin policy and its allowlist, by whether the plugin may run.',
    labelNames: ['result'],
  })
  const rotation = registry.histogram({
    name: 'rest_client_exec_plugin_certificate_rotation_age',
    help: 'Histogram of the number of seconds the last auth exec plugin client certificate lived before being rotated. If auth exec plugin client certificates are unused, histogram will contain no data.',
    buckets: rotationBuckets,
  })
  const expirations = new Map<string, number>()
  const earliest = (): number => Math.min(...expirations.values(), Number.POSITIVE_INFINITY)
  registry
    .gauge({
      name: 'rest_client_exec_plugin_ttl_seconds',
      help: 'Gauge of the shortest TTL (time-to-live) of the client certificate(s) managed by the auth exec plugin. The value is in seconds until certificate expiry (negative if already expired). If auth exec plugins are unused or manage no TLS certificates, the value will be +INF.',
    })
    .set(() => (earliest() - clock.now()) / 1000)
  return {
    onCall: ({ exitCode, status }) => calls.inc({ code: String(exitCode), call_status: status }),
    onPolicy: ({ allowed }) => policy.inc({ result: allowed ? 'allowed' : 'denied' }),
    onCertificate: ({ command, expires, rotatedAge }) => {
      if (expires === undefined) expirations.delete(command)
      else expirations.set(command, expires)
      if (rotatedAge !== undefined) rotation.observe(rotatedAge / 1000)
    },
  }
}
