import type { Histogram, MetricsRegistry, NumberFamily } from '@apimachinery/client/metrics'
import { messageOf } from 'apimachinery/errors'

/** Which objects a conversion was for. */
export interface ObservedConversion {
  /** Name of the definition. */
  readonly definition: string
  readonly from: string
  readonly to: string
  readonly seconds: number
  /** The webhook could not be called. */
  readonly callFailed: boolean
  /** Absent for one that went well. */
  readonly error?: unknown
}

const versionBuckets = Array.from({ length: 15 }, (_, index) => 0.001 * 2 ** index)
const requestBuckets = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 45, 60]

/** `apiserver_conversion_webhook_*`. Source: k8s.io/apiextensions-apiserver/pkg/apiserver/conversion/metrics.go. */
export class ConversionMetrics {
  readonly #versions: Histogram
  readonly #requests: NumberFamily
  readonly #durations: Histogram

  constructor(registry: MetricsRegistry) {
    const stability = 'ALPHA'
    this.#versions = registry.histogram({
      name: 'apiserver_crd_conversion_webhook_duration_seconds',
      help: 'CRD webhook conversion duration in seconds',
      stability,
      labelNames: ['crd_name', 'from_version', 'succeeded', 'to_version'],
      buckets: versionBuckets,
    })
    const labelNames = ['failure_type', 'result']
    this.#requests = registry.counter({
      name: 'apiserver_conversion_webhook_request_total',
      help: 'Counter for conversion webhook requests with success/failure and failure error type',
      stability,
      labelNames,
    })
    this.#durations = registry.histogram({
      name: 'apiserver_conversion_webhook_duration_seconds',
      help: 'Conversion webhook request latency',
      stability,
      labelNames,
      buckets: requestBuckets,
    })
  }

  /** A webhook was called. */
  observe({ definition, from, to, seconds, callFailed, error }: ObservedConversion): void {
    const succeeded = error === undefined
    const outcome = succeeded ? (['', 'success'] as const) : ([failureType(error, callFailed), 'failure'] as const)
    this.#versions.labels(definition, from, String(succeeded), to).observe(seconds)
    this.#requests.labels(...outcome).inc()
    this.#durations.labels(...outcome).observe(seconds)
  }
}

function failureType(error: unknown, callFailed: boolean): string {
  if (callFailed) return 'conversion_webhook_call_failure'
  const text = messageOf(error)
  if (/ failed: /.test(text)) return 'conversion_webhook_malformed_response_failure'
  if (/ returned 0 objects, expected /.test(text)) return 'conversion_webhook_no_objects_returned_failure'
  if (/ returned \d+ objects, expected /.test(text)) return 'conversion_webhook_partial_response_failure'
  return 'conversion_webhook_invalid_converted_object_failure'
}
