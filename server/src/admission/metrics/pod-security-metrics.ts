import type { MetricsRegistry } from '@apimachinery/client/metrics'
import type { PodSecurityObserver } from '../pod-security/pod-security-observer.js'

/** The release whose policies are known; newer ones are counted as `future`. */
const newest = 36

/** `pod_security_*`: give the result to admission. Source: k8s.io/pod-security-admission/metrics. */
export function podSecurityMetrics(registry: MetricsRegistry): PodSecurityObserver {
  const stability = 'ALPHA'
  const request = ['request_operation', 'resource', 'subresource']
  const evaluations = registry.counter({
    name: 'pod_security_evaluations_total',
    help: 'Number of policy evaluations that occurred, not counting ignored or exempt requests.',
    stability,
    labelNames: ['decision', 'mode', 'policy_level', 'policy_version', ...request],
  })
  const exemptions = registry.counter({
    name: 'pod_security_exemptions_total',
    help: 'Number of exempt requests, not counting ignored or out of scope requests.',
    stability,
    labelNames: request,
  })
  const errors = registry.counter({
    name: 'pod_security_errors_total',
    help: 'Number of errors preventing normal evaluation. Non-fatal errors may result in the latest restricted profile being used for evaluation.',
    stability,
    labelNames: ['fatal', ...request],
  })
  return {
    evaluated: ({ operation, resource, subresource }, mode, { allowed, level, version }) =>
      evaluations
        .labels(
          allowed ? 'allow' : 'deny',
          mode,
          level,
          versionLabel(level, version),
          operation.toLowerCase(),
          resource,
          subresource,
        )
        .inc(),
    exempted: ({ operation, resource, subresource }) =>
      exemptions.labels(operation.toLowerCase(), resource, subresource).inc(),
    failed: ({ operation, resource, subresource }, fatal) =>
      errors.labels(String(fatal), operation.toLowerCase(), resource, subresource).inc(),
  }
}

/** Privileged pods are the same in all releases. */
function versionLabel(level: string, version: number | 'latest'): string {
  if (version === 'latest' || level === 'privileged') return 'latest'
  return version > newest ? 'future' : `v1.${version}`
}
