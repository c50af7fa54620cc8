import { exponentialBuckets, type MetricsRegistry } from '@apimachinery/client/metrics'

/** Called for attempts to impersonate. Modes are `legacy`, `user-info`, …, empty for an attempt that failed. */
export interface ImpersonationObserver {
  attempted(mode: string, decision: 'allowed' | 'denied', seconds: number): void
  /** The authorizer was called once. */
  authorized(mode: string, decision: 'allowed' | 'denied', seconds: number): void
}

const buckets = /* @__PURE__ */ exponentialBuckets(0.001, 2, 15)

/** `apiserver_impersonation_*`. Source: k8s.io/apiserver/pkg/endpoints/filters/impersonation/metrics. */
export function impersonationMetrics(registry: MetricsRegistry): ImpersonationObserver {
  const family = { stability: 'ALPHA', labelNames: ['decision', 'mode'] } as const
  const pair = (name: string, total: string, latency: string): ImpersonationObserver['attempted'] => {
    const counter = registry.counter({ ...family, name: `apiserver_impersonation_${name}_total`, help: total })
    const histogram = registry.histogram({
      ...family,
      name: `apiserver_impersonation_${name}_duration_seconds`,
      help: latency,
      buckets,
    })
    return (mode, decision, seconds) => {
      counter.labels(decision, mode).inc()
      histogram.labels(decision, mode).observe(seconds)
    }
  }
  return {
    attempted: pair(
      'attempts',
      'Total number of impersonation attempts split by mode and decision.',
      'Latency of impersonation attempts in seconds split by mode and decision.',
    ),
    authorized: pair(
      'authorization_attempts',
      'Total number of authorization checks made by the impersonation handler split by mode and decision.',
      'Latency of authorization checks made by the impersonation handler in seconds split by mode and decision.',
    ),
  }
}
