import type { MetricsRegistry } from '@apimachinery/client/metrics'
import type { ConditionObserver } from '../cel/match-conditions.js'

/**
 * `apiserver_admission_match_condition_*`: give the result to admission.
 *
 * Source: k8s.io/apiserver/pkg/admission/metrics.
 */
export function matchConditionMetrics(registry: MetricsRegistry): ConditionObserver {
  const family = { stability: 'ALPHA', labelNames: ['kind', 'name', 'operation', 'type'] } as const
  const prefix = 'apiserver_admission_match_condition'
  const identified = 'identified by name and broken out for each kind containing matchConditions (webhook or policy)'
  const seconds = registry.histogram({
    ...family,
    name: `${prefix}_evaluation_seconds`,
    help: `Admission match condition evaluation time in seconds, ${identified}, operation and type (validate or admit).`,
    buckets: [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25],
  })
  const identifiedByOwner =
    'identified by name of resource containing the match condition and broken out for each kind containing matchConditions (webhook or policy)'
  const errors = registry.counter({
    ...family,
    name: `${prefix}_evaluation_errors_total`,
    help: `Admission match condition evaluation errors count, ${identifiedByOwner}, operation and admission type (validate or admit).`,
  })
  const exclusions = registry.counter({
    ...family,
    name: `${prefix}_exclusions_total`,
    help: `Admission match condition evaluation exclusions count, ${identifiedByOwner}, operation and admission type (validate or admit).`,
  })
  return ({ kind, name, type, operation }, evaluation) => {
    seconds.labels(kind, name, operation, type).observe(evaluation.seconds)
    if (evaluation.errors > 0) errors.labels(kind, name, operation, type).inc(evaluation.errors)
    // Upstream counts what is excluded for webhooks alone.
    if (kind === 'webhook' && evaluation.excluded) exclusions.labels(kind, name, operation, type).inc()
  }
}
