import type { MetricsRegistry } from '@apimachinery/client/metrics'
import type { ConditionObserver } from '../cel/match-conditions.js'
import type { PodSecurityObserver } from '../pod-security/pod-security-observer.js'
import type { MutationObserver, PolicyObserver } from '../policy/policy-observer.js'
import type { WebhookObserver } from '../webhook/observer.js'
import { matchConditionMetrics } from './match-condition-metrics.js'
import { podSecurityMetrics } from './pod-security-metrics.js'
import { mutatingPolicyMetrics, policyMetrics } from './policy-metrics.js'
import { webhookMetrics } from './webhook-metrics.js'

/** The observers of all admission plugins. */
export interface AdmissionObservers {
  readonly webhook: WebhookObserver
  readonly policy: PolicyObserver
  readonly mutation: MutationObserver
  readonly conditions: ConditionObserver
  readonly podSecurity: PodSecurityObserver
}

/** Metrics of admission plugins. */
export function admissionObservers(registry: MetricsRegistry): AdmissionObservers {
  return {
    webhook: webhookMetrics(registry),
    policy: policyMetrics(registry),
    mutation: mutatingPolicyMetrics(registry),
    conditions: matchConditionMetrics(registry),
    podSecurity: podSecurityMetrics(registry),
  }
}
