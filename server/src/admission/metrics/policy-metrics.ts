import type { MetricsRegistry } from '@apimachinery/client/metrics'
import type { MutationObserver, PolicyObserver } from '../policy/policy-observer.js'

/**
 * `apiserver_validating_admission_policy_*`: give the result to admission.
 *
 * Source: k8s.io/apiserver/pkg/admission/plugin/policy/validating/metrics.
 */
export function policyMetrics(registry: MetricsRegistry): PolicyObserver {
  const labelNames = ['enforcement_action', 'error_type', 'policy', 'policy_binding']
  const total = registry.counter({
    name: 'apiserver_validating_admission_policy_check_total',
    help: 'Validation admission policy check total, labeled by policy and further identified by binding and enforcement action taken.',
    stability: 'BETA',
    labelNames,
  })
  const seconds = registry.histogram({
    name: 'apiserver_validating_admission_policy_check_duration_seconds',
    help: 'Validation admission latency for individual validation expressions in seconds, labeled by policy and further including binding and enforcement action taken.',
    stability: 'BETA',
    labelNames,
    buckets: [0.0000005, 0.001, 0.01, 0.1, 1],
  })
  return ({ policy, binding, errorType, action, seconds: took }) => {
    total.labels(action, errorType, policy, binding).inc()
    seconds.labels(action, errorType, policy, binding).observe(took)
  }
}

/**
 * `apiserver_mutating_admission_policy_*`: give the result to admission.
 *
 * Source: k8s.io/apiserver/pkg/admission/plugin/policy/mutating/metrics.
 */
export function mutatingPolicyMetrics(registry: MetricsRegistry): MutationObserver {
  const family = { stability: 'ALPHA', labelNames: ['error_type', 'policy', 'policy_binding'] } as const
  const total = registry.counter({
    ...family,
    name: 'apiserver_mutating_admission_policy_check_total',
    help: 'Mutation admission policy check total, labeled by policy and further identified by binding.',
  })
  const seconds = registry.histogram({
    ...family,
    name: 'apiserver_mutating_admission_policy_check_duration_seconds',
    help: 'Mutation admission latency for individual mutation expressions in seconds, labeled by policy and binding.',
    buckets: [0.0000005, 0.001, 0.01, 0.1, 1],
  })
  return ({ policy, binding, errorType, seconds: took }) => {
    total.labels(errorType, policy, binding).inc()
    seconds.labels(errorType, policy, binding).observe(took)
  }
}
