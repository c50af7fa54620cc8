import type { MetricsRegistry } from '@apimachinery/client/metrics'
import type { WebhookAttempt } from '../internal/webhook/webhook.js'

const buckets = [0.25, 0.5, 0.7, 1, 1.5, 3, 5, 10]

/** Called for each request to the main cluster; `status` is 0 if there was no response. */
export type DelegationObserver = (attempt: Pick<WebhookAttempt, 'status' | 'seconds'>) => void

/**
 * `apiserver_delegated_authn_*` or `apiserver_delegated_authz_*`.
 *
 * Source: metrics.go of k8s.io/apiserver/pkg/{authentication/authenticatorfactory,authorization/authorizerfactory}.
 */
export function delegationMetrics(registry: MetricsRegistry, purpose: 'authn' | 'authz'): DelegationObserver {
  const family = { stability: 'ALPHA', labelNames: ['code'] } as const
  const total = registry.counter({
    ...family,
    name: `apiserver_delegated_${purpose}_request_total`,
    help: 'Number of HTTP requests partitioned by status code.',
  })
  const latency = registry.histogram({
    ...family,
    name: `apiserver_delegated_${purpose}_request_duration_seconds`,
    help: 'Request latency in seconds. Broken down by status code.',
    buckets,
  })
  return ({ status, seconds }) => {
    const code = status === 0 ? '<error>' : String(status)
    total.labels(code).inc()
    latency.labels(code).observe(seconds)
  }
}
