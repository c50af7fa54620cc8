import { defaultBuckets, type MetricsRegistry } from '@apimachinery/client/metrics'
import type { WebhookAuthorizerObserver } from './webhook-authorizer.js'

const conditionBuckets = [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25]
const type = 'Webhook'

/**
 * Metrics of authorization webhooks: requests, failures, and match conditions. Pass the result to the authorizers of a
 * server.
 *
 * Source: k8s.io/apiserver/plugin/pkg/authorizer/webhook/metrics and pkg/authorization/cel/metrics.go.
 */
export function authorizationMetrics(registry: MetricsRegistry): WebhookAuthorizerObserver {
  const prefix = 'apiserver_authorization'
  const webhook = { stability: 'ALPHA', labelNames: ['name', 'result'] } as const
  const condition = { stability: 'ALPHA', labelNames: ['name', 'type'] } as const
  const evaluations = registry.counter({
    ...webhook,
    name: `${prefix}_webhook_evaluations_total`,
    help: 'Round-trips to authorization webhooks.',
  })
  const seconds = registry.histogram({
    ...webhook,
    name: `${prefix}_webhook_duration_seconds`,
    help: 'Request latency in seconds.',
    buckets: defaultBuckets,
  })
  const failedOpen = registry.counter({
    ...webhook,
    name: `${prefix}_webhook_evaluations_fail_open_total`,
    help: 'NoOpinion results due to webhook timeout or error.',
  })
  const errors = registry.counter({
    ...condition,
    name: `${prefix}_match_condition_evaluation_errors_total`,
    help: 'Total number of errors when an authorization webhook encounters a match condition error split by authorizer type and name.',
  })
  const exclusions = registry.counter({
    ...condition,
    name: `${prefix}_match_condition_exclusions_total`,
    help: 'Total number of exclusions when an authorization webhook is skipped because match conditions exclude it.',
  })
  const conditionSeconds = registry.histogram({
    ...condition,
    name: `${prefix}_match_condition_evaluation_seconds`,
    help: 'Authorization match condition evaluation time in seconds, split by authorizer type and name.',
    buckets: conditionBuckets,
  })
  return {
    asked: (name, result, took) => {
      evaluations.labels(name, result).inc()
      seconds.labels(name, result).observe(took)
    },
    failedOpen: (name, result) => failedOpen.labels(name, result).inc(),
    matched: (name, { outcome, seconds: took }) => {
      conditionSeconds.labels(name, type).observe(took)
      if (outcome === 'error') errors.labels(name, type).inc()
      if (outcome === 'excluded') exclusions.labels(name, type).inc()
    },
  }
}
