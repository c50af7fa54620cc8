import {
  exponentialBuckets,
  type Histogram,
  type MetricsRegistry,
  type NumberFamily,
} from '@apimachinery/client/metrics'
import type { Decision } from '../authorization/authorizer.js'

const filterBuckets = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 5, 10, 15, 30]
const durationBuckets = /* @__PURE__ */ exponentialBuckets(0.001, 2, 15)
const known = new Set(['admin', 'client', 'kube_proxy', 'kubelet', 'system:serviceaccount:kube-system:default'])

/**
 * How authentication and authorization went.
 *
 * Source: k8s.io/apiserver/pkg/endpoints/filters/metrics.go.
 */
export class AccessMetrics {
  readonly #users: NumberFamily
  readonly #attempts: NumberFamily
  readonly #authenticationSeconds: Histogram
  readonly #authorizations: NumberFamily
  readonly #authorizationSeconds: Histogram
  readonly #filterSeconds: Histogram
  readonly #decisions: NumberFamily

  constructor(registry: MetricsRegistry) {
    this.#users = registry.counter({
      name: 'authenticated_user_requests',
      help: 'Counter of authenticated requests broken out by username.',
      stability: 'ALPHA',
      labelNames: ['username'],
    })
    this.#attempts = registry.counter({
      name: 'authentication_attempts',
      help: 'Counter of authenticated attempts.',
      stability: 'ALPHA',
      labelNames: ['result'],
    })
    this.#authenticationSeconds = registry.histogram({
      name: 'authentication_duration_seconds',
      help: 'Authentication duration in seconds broken out by result.',
      stability: 'ALPHA',
      labelNames: ['result'],
      buckets: durationBuckets,
    })
    this.#authorizations = registry.counter({
      name: 'authorization_attempts_total',
      help: "Counter of authorization attempts broken down by result. It can be either 'allowed', 'denied', 'no-opinion' or 'error'.",
      stability: 'ALPHA',
      labelNames: ['result'],
    })
    this.#authorizationSeconds = registry.histogram({
      name: 'authorization_duration_seconds',
      help: 'Authorization duration in seconds broken out by result.',
      stability: 'ALPHA',
      labelNames: ['result'],
      buckets: durationBuckets,
    })
    this.#decisions = registry.counter({
      name: 'apiserver_authorization_decisions_total',
      help: 'Total number of terminal decisions made by an authorizer split by authorizer type, name, and decision.',
      stability: 'ALPHA',
      labelNames: ['decision', 'name', 'type'],
    })
    this.#filterSeconds = registry.histogram({
      name: 'apiserver_request_filter_duration_seconds',
      help: 'Request filter latency distribution in seconds, for each filter type',
      stability: 'ALPHA',
      labelNames: ['filter'],
      buckets: filterBuckets,
    })
  }

  authenticated(result: 'success' | 'failure' | 'error', seconds: number, username = ''): void {
    if (result === 'success') this.#users.labels(compressUsername(username)).inc()
    this.#attempts.labels(result).inc()
    this.#authenticationSeconds.labels(result).observe(seconds)
    this.#filterSeconds.labels('authentication').observe(seconds)
  }

  authorized({ decision, error }: { readonly decision: Decision; readonly error?: unknown }, seconds: number): void {
    const result =
      decision === 'allow' ? 'allowed' : error !== undefined ? 'error' : decision === 'deny' ? 'denied' : 'no-opinion'
    this.#authorizations.labels(result).inc()
    this.#authorizationSeconds.labels(result).observe(seconds)
    this.#filterSeconds.labels('authorization').observe(seconds)
  }

  /** An authorizer has decided; `no-opinion` is no decision. */
  decided({ type, name }: { readonly type: string; readonly name: string }, decision: Decision): void {
    if (decision === 'no-opinion') return
    this.#decisions.labels(decision === 'allow' ? 'allowed' : 'denied', name, type).inc()
  }

  /** Seconds that a filter took before it called the next one. */
  filter(name: 'audit' | 'constrainedimpersonation' | 'priorityandfairness', seconds: number): void {
    this.#filterSeconds.labels(name).observe(seconds)
  }
}

/** Few groups of names, so that there are few series and no names in metrics. */
function compressUsername(name: string): string {
  if (known.has(name)) return name
  return name.includes('@') ? 'email_id' : 'other'
}
