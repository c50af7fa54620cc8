import {
  exponentialBuckets,
  type Histogram,
  type MetricsRegistry,
  type NumberFamily,
} from '@apimachinery/client/metrics'
import type { QueueMetricsProvider } from '@apimachinery/client/queue'
import type { KeyQueueObserver } from '../internal/key-queue.js'

/**
 * `workqueue_*` of the controllers in the server, by the names of their queues.
 *
 * Source: k8s.io/component-base/metrics/prometheus/workqueue.
 */
export class WorkqueueMetrics {
  readonly #depth: NumberFamily
  readonly #adds: NumberFamily
  readonly #waited: Histogram
  readonly #worked: Histogram
  readonly #retries: NumberFamily
  /** By queue, how to read the seconds of what is worked on. */
  readonly #unfinished = new Map<string, () => number>()
  readonly #longest = new Map<string, () => number>()

  constructor(registry: MetricsRegistry) {
    const labelNames = ['name']
    const stability = 'BETA'
    const buckets = exponentialBuckets(10e-9, 10, 10)
    this.#depth = registry.gauge({ name: 'workqueue_depth', help: 'Current depth of workqueue', stability, labelNames })
    this.#adds = registry.counter({
      name: 'workqueue_adds_total',
      help: 'Total number of adds handled by workqueue',
      stability,
      labelNames,
    })
    this.#waited = registry.histogram({
      name: 'workqueue_queue_duration_seconds',
      help: 'How long in seconds an item stays in workqueue before being requested.',
      stability,
      labelNames,
      buckets,
    })
    this.#worked = registry.histogram({
      name: 'workqueue_work_duration_seconds',
      help: 'How long in seconds processing an item from workqueue takes.',
      stability,
      labelNames,
      buckets,
    })
    this.#retries = registry.counter({
      name: 'workqueue_retries_total',
      help: 'Total number of retries handled by workqueue',
      stability,
      labelNames,
    })
    this.#addRunning(registry)
  }

  /** Metrics of a queue. */
  readonly queue = (name: string): KeyQueueObserver => ({ name, metricsProvider: this.#provider })

  get #provider(): QueueMetricsProvider {
    const counted = (family: NumberFamily) => (name: string) => family.labels(name)
    return {
      newDepthMetric: counted(this.#depth),
      newAddsMetric: counted(this.#adds),
      newRetriesMetric: counted(this.#retries),
      newLatencyMetric: (name) => this.#waited.labels(name),
      newWorkDurationMetric: (name) => this.#worked.labels(name),
      newUnfinishedWorkSecondsMetric: (name, read) => void this.#unfinished.set(name, read),
      newLongestRunningProcessorSecondsMetric: (name, read) => void this.#longest.set(name, read),
    }
  }

  #addRunning(registry: MetricsRegistry): void {
    const gauge = (name: string, help: string, reads: ReadonlyMap<string, () => number>): void => {
      registry.gauge({ name, help, stability: 'BETA', labelNames: ['name'] }, (family) => {
        for (const [queue, read] of reads) family.labels(queue).set(read())
      })
    }
    gauge(
      'workqueue_unfinished_work_seconds',
      "How many seconds of work has done that is in progress and hasn't been observed by work_duration. Large values indicate stuck threads. One can deduce the number of stuck threads by observing the rate at which this increases.",
      this.#unfinished,
    )
    gauge(
      'workqueue_longest_running_processor_seconds',
      'How many seconds has the longest running processor for workqueue been running.',
      this.#longest,
    )
  }
}
