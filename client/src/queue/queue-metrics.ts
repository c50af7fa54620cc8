import type { Clock } from 'apimachinery/wait'

/** A number that increases and decreases. */
export interface GaugeMetric {
  set(value: number): void
}

/** A number that increases. */
export interface CounterMetric {
  inc(): void
}

/** Takes observations, in seconds. */
export interface HistogramMetric {
  observe(value: number): void
}

/** Makes the metrics of a queue; `client-go/util/workqueue.MetricsProvider`, whose metrics are named in the comments. */
export interface QueueMetricsProvider {
  /** `workqueue_depth` */
  newDepthMetric(name: string): GaugeMetric
  /** `workqueue_adds_total` */
  newAddsMetric(name: string): CounterMetric
  /** `workqueue_queue_duration_seconds` */
  newLatencyMetric(name: string): HistogramMetric
  /** `workqueue_work_duration_seconds` */
  newWorkDurationMetric(name: string): HistogramMetric
  /** `workqueue_unfinished_work_seconds`; `read` returns its current value. */
  newUnfinishedWorkSecondsMetric(name: string, read: () => number): void
  /** `workqueue_longest_running_processor_seconds`; `read` returns its current value. */
  newLongestRunningProcessorSecondsMetric(name: string, read: () => number): void
  /** `workqueue_retries_total` */
  newRetriesMetric(name: string): CounterMetric
}

/** The values that a queue reports to its metrics provider. */
export class QueueMetrics<K> {
  readonly #clock: Clock
  readonly #depth: GaugeMetric
  readonly #adds: CounterMetric
  readonly #latency: HistogramMetric
  readonly #workDuration: HistogramMetric
  readonly #retries: CounterMetric
  readonly #addedAt = new Map<K, number>()
  readonly #startedAt = new Map<K, number>()

  constructor(name: string, provider: QueueMetricsProvider, clock: Clock) {
    this.#clock = clock
    this.#depth = provider.newDepthMetric(name)
    this.#adds = provider.newAddsMetric(name)
    this.#latency = provider.newLatencyMetric(name)
    this.#workDuration = provider.newWorkDurationMetric(name)
    this.#retries = provider.newRetriesMetric(name)
    provider.newUnfinishedWorkSecondsMetric(name, () => this.#unfinished().total)
    provider.newLongestRunningProcessorSecondsMetric(name, () => this.#unfinished().longest)
  }

  /** The number of items that wait has changed. */
  depth(length: number): void {
    this.#depth.set(length)
  }

  /** An item was added that was not waiting. */
  add(key: K): void {
    this.#adds.inc()
    if (!this.#addedAt.has(key)) this.#addedAt.set(key, this.#clock.monotonic())
  }

  /** A worker took an item. */
  get(key: K): void {
    const now = this.#clock.monotonic()
    this.#startedAt.set(key, now)
    const added = this.#addedAt.get(key)
    if (added === undefined) return
    this.#latency.observe((now - added) / 1000)
    this.#addedAt.delete(key)
  }

  /** A worker is done with an item. */
  done(key: K): void {
    const started = this.#startedAt.get(key)
    if (started === undefined) return
    this.#workDuration.observe((this.#clock.monotonic() - started) / 1000)
    this.#startedAt.delete(key)
  }

  /** An item is to be tried again. */
  retry(): void {
    this.#retries.inc()
  }

  #unfinished(): { readonly total: number; readonly longest: number } {
    let total = 0
    let longest = 0
    for (const started of this.#startedAt.values()) {
      const seconds = (this.#clock.monotonic() - started) / 1000
      total += seconds
      longest = Math.max(longest, seconds)
    }
    return { total, longest }
  }
}
