import type { MetricsRegistry } from '@apimachinery/client/metrics'
import type { WebhookObservation, WebhookObserver } from '../webhook/observer.js'

const buckets = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 25]
/** Codes above are counted as this, so that webhooks cannot make series without end. */
const highestCode = 600

/**
 * `apiserver_admission_webhook_*`: give the result to admission.
 *
 * Source: k8s.io/apiserver/pkg/admission/metrics.
 */
export function webhookMetrics(registry: MetricsRegistry): WebhookObserver {
  const duration = registry.histogram({
    name: 'apiserver_admission_webhook_admission_duration_seconds',
    help: 'Admission webhook latency histogram in seconds, identified by name and broken out for each operation and API resource and type (validate or admit).',
    stability: 'STABLE',
    labelNames: ['name', 'operation', 'rejected', 'type'],
    buckets,
  })
  const requests = registry.counter({
    name: 'apiserver_admission_webhook_request_total',
    help: 'Admission webhook request total, identified by name and broken out for each admission type (validating or admit) and operation. Additional labels specify whether the request was rejected or not and an HTTP status code. Codes greater than 600 are truncated to 600, to keep the metrics cardinality bounded.',
    stability: 'ALPHA',
    labelNames: ['code', 'name', 'operation', 'rejected', 'type'],
  })
  const rejections = registry.counter({
    name: 'apiserver_admission_webhook_rejection_count',
    help: 'Admission webhook rejection count, identified by name and broken out for each admission type (validating or admit) and operation. Additional labels specify an error type (calling_webhook_error or apiserver_internal_error if an error occurred; no_error otherwise) and optionally a non-zero rejection code if the webhook rejects the request with an HTTP status code (honored by the apiserver when the code is greater or equal to 400). Codes greater than 600 are truncated to 600, to keep the metrics cardinality bounded.',
    stability: 'ALPHA',
    labelNames: ['error_type', 'name', 'operation', 'rejection_code', 'type'],
  })
  const failedOpen = registry.counter({
    name: 'apiserver_admission_webhook_fail_open_count',
    help: 'Admission webhook fail open count, identified by name and broken out for each admission type (validating or admit).',
    stability: 'ALPHA',
    labelNames: ['name', 'type'],
  })
  return (observation: WebhookObservation) => {
    const { name, type, operation, seconds, rejected, errorType } = observation
    const code = String(Math.min(observation.code, highestCode))
    duration.labels(name, operation, String(rejected), type).observe(seconds)
    requests.labels(code, name, operation, String(rejected), type).inc()
    if (rejected && errorType !== undefined) rejections.labels(errorType, name, operation, code, type).inc()
    if (observation.failedOpen) failedOpen.labels(name, type).inc()
  }
}
