import type { MetricsRegistry, NumberFamily } from '@apimachinery/client/metrics'
import type { APIService } from 'apimachinery/api/apiregistration/v1'
import { getName } from 'apimachinery/runtime'
import { type Availability, isAvailable } from './api-service-facts.js'

/** `aggregator_unavailable_apiservice*`. Source: k8s.io/kube-aggregator/pkg/controllers/status/metrics. */
export class AggregatorMetrics {
  readonly #total: NumberFamily
  readonly #now: NumberFamily

  constructor(registry: MetricsRegistry) {
    this.#total = registry.counter({
      name: 'aggregator_unavailable_apiservice_total',
      help: 'Counter of APIServices which are marked as unavailable broken down by APIService name and reason.',
      stability: 'ALPHA',
      labelNames: ['name', 'reason'],
    })
    this.#now = registry.gauge({
      name: 'aggregator_unavailable_apiservice',
      help: 'Gauge of APIServices which are marked as unavailable broken down by APIService name.',
      stability: 'ALPHA',
      labelNames: ['name'],
    })
  }

  /** An APIService was looked at. */
  observe(apiService: APIService, { status, reason }: Availability): void {
    const name = getName(apiService)
    const unavailable = status !== 'True'
    this.#now.labels(name).set(unavailable ? 1 : 0)
    if (unavailable && isAvailable(apiService)) this.#total.labels(name, reason).inc()
  }

  /** An APIService is deleted. */
  forget(name: string): void {
    this.#now.delete(name)
  }
}
