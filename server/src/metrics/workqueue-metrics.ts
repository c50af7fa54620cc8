import type { KeyQueueObserver } from '../internal/key-queue.js'
import type { NumberFamily } from './counter.js'
import { exponentialBuckets, type HistogramFamily } from './histogram.js'
import type { MetricRegistry } from './metric-registry.js'

/**
 * `workqueue_*` of the controllers in the server, by the names of their queues.
 *
 * Source: k8s.io/component-base/metrics/prometheus/workqueue.
 */
export class WorkqueueMetrics {
  readonly #depth: NumberFamily
  readonly #adds: NumberFamily
  readonly #waited: HistogramFamily
  readonly #worked: HistogramFamily
  readonly #retries: NumberFamily
  readonly #now: () => number
  /** Keys that are worked on, by queue, with the moment in seconds since which. */
  readonly #running = new Map<string, Map<string, number>>()

  /** `now` in milliseconds, of a clock that only goes forward. */
  constructor(registry: MetricRegistry, now: () => number = () => performance.now()) {
    this.#now = now
    const labels = ['name']
    const stability = 'BETA'
    const buckets = exponentialBuckets(10e-9, 10, 10)
    this.#depth = registry.gauge({ name: 'workqueue_depth', help: 'Current depth of workqueue', stability, labels })
    this.#adds = registry.counter({
      name: 'workqueue_adds_total',
      help: 'Total number of adds handled by workqueue',
      stability,
      labels,
    })
    this.#waited = registry.histogram({
      name: 'workqueue_queue_duration_seconds',
      help: 'How long in seconds an item stays in workqueue before being requested.',
      stability,
      labels,
      buckets,
    })
    this.#worked = registry.histogram({
      name: 'workqueue_work_duration_seconds',
      help: 'How long in seconds processing an item from workqueue takes.',
      stability,
      labels,
      buckets,
    })
    this.#retries = registry.counter({
      name: 'workqueue_retries_total',
      help: 'Total number of retries handled by workqueue',
      stability,
      labels,
    })
    this.#addRunning(registry)
  }

  /** What a queue tells of itself. */
  readonly queue = (name: string): KeyQueueObserver => {
    const added = new Map<string, number>()
    const running = new Map<string, number>()
    this.#running.set(name, running)
    const depth = this.#depth.labels(name)
    const adds = this.#adds.labels(name)
    const waited = this.#waited.labels(name)
    const worked = this.#worked.labels(name)
    const retries = this.#retries.labels(name)
    const seconds = (): number => this.#now() / 1000
    return {
      added: (key) => {
        adds.inc()
        depth.inc()
        added.set(key, seconds())
      },
      started: (key) => {
        const now = seconds()
        depth.dec()
        waited.observe(now - (added.get(key) ?? now))
        added.delete(key)
        running.set(key, now)
      },
      ended: (key) => {
        worked.observe(seconds() - (running.get(key) ?? seconds()))
        running.delete(key)
      },
      retried: () => retries.inc(),
    }
  }

  #addRunning(registry: MetricRegistry): void {
    const gauge = (name: string, help: string, of: (seconds: readonly number[]) => number): void => {
      registry.gauge({ name, help, stability: 'BETA', labels: ['name'] }, (family) => {
        const now = this.#now() / 1000
        for (const [queue, keys] of this.#running) {
          family.labels(queue).set(of([...keys.values()].map((since) => now - since)))
        }
      })
    }
    gauge(
      'workqueue_unfinished_work_seconds',
      "How many seconds of work has done that is in progress and hasn't been observed by work_duration. Large values indicate stuck threads. One can deduce the number of stuck threads by observing the rate at which this increases.",
      (seconds) => seconds.reduce((sum, each) => sum + each, 0),
    )
    gauge(
      'workqueue_longest_running_processor_seconds',
      'How many seconds has the longest running processor for workqueue been running.',
      (seconds) => Math.max(0, ...seconds),
    )
  }
}
