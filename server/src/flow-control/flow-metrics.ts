import type { Cell, Distribution, Histogram, MetricsRegistry, NumberFamily } from '@apimachinery/client/metrics'

const flow = ['flow_schema', 'priority_level']
const seconds = [0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30]

/** The series of one schema on one level, looked up once. */
export interface FlowSeries {
  readonly executingRequests: Cell
  readonly executingSeats: Cell
  readonly inQueueRequests: Cell
  readonly inQueueSeats: Cell
  readonly dispatched: Cell
  readonly waitExecuted: Distribution
  readonly execution: Distribution
  readonly seats: Distribution
  readonly watchCount: Distribution
  /** Dispatches that had to wait for seats. */
  readonly noAccommodation: Cell
}

/** Why a request was turned away. */
export type RejectReason = 'queue-full' | 'concurrency-limit' | 'time-out'

/**
 * `apiserver_flowcontrol_*`.
 *
 * Source: k8s.io/apiserver/pkg/util/flowcontrol/metrics.
 */
export class FlowMetrics {
  readonly #of: (level: string, schema: string) => FlowSeries
  readonly #rejected: NumberFamily
  readonly #waits: Histogram
  readonly #queueLength: Histogram
  readonly #limits: Readonly<Record<'nominal' | 'current' | 'lower' | 'upper', NumberFamily>>
  readonly #demand: Readonly<Record<'average' | 'deviation' | 'highWatermark' | 'smoothed' | 'target', NumberFamily>>
  readonly fairFraction: Cell

  constructor(registry: MetricsRegistry) {
    const gauge = (name: string, help: string, labelNames = ['priority_level']): NumberFamily =>
      registry.gauge({ name: `apiserver_flowcontrol_${name}`, help, labelNames, stability: 'ALPHA' })
    const beta = (name: string, help: string, labelNames = flow): NumberFamily =>
      registry.gauge({ name: `apiserver_flowcontrol_${name}`, help, labelNames, stability: 'BETA' })
    const histogram = (name: string, help: string, more: { labelNames?: string[]; buckets: number[] }): Histogram =>
      registry.histogram({ name: `apiserver_flowcontrol_${name}`, help, labelNames: flow, stability: 'ALPHA', ...more })
    const executing = beta(
      'current_executing_requests',
      'Number of requests in initial (for a WATCH) or any (for a non-WATCH) execution stage in the API Priority and Fairness subsystem',
    )
    const seats = beta(
      'current_executing_seats',
      'Concurrency (number of seats) occupied by the currently executing (initial stage for a WATCH, any stage otherwise) requests in the API Priority and Fairness subsystem',
    )
    registry.gauge(
      {
        name: 'apiserver_flowcontrol_request_concurrency_in_use',
        help: 'Concurrency (number of seats) occupied by the currently executing (initial stage for a WATCH, any stage otherwise) requests in the API Priority and Fairness subsystem',
        stability: 'ALPHA',
        deprecatedVersion: '1.31.0',
        labelNames: flow,
      },
      (family) => seats.copyTo(family),
    )
    const inQueue = beta(
      'current_inqueue_requests',
      'Number of requests currently pending in queues of the API Priority and Fairness subsystem',
    )
    const inQueueSeats = gauge(
      'current_inqueue_seats',
      'Number of seats currently pending in queues of the API Priority and Fairness subsystem',
      flow,
    )
    const dispatched = registry.counter({
      name: 'apiserver_flowcontrol_dispatched_requests_total',
      help: 'Number of requests executed by API Priority and Fairness subsystem',
      stability: 'BETA',
      labelNames: flow,
    })
    this.#rejected = registry.counter({
      name: 'apiserver_flowcontrol_rejected_requests_total',
      help: 'Number of requests rejected by API Priority and Fairness subsystem',
      stability: 'BETA',
      labelNames: [...flow, 'reason'],
    })
    this.#waits = registry.histogram({
      name: 'apiserver_flowcontrol_request_wait_duration_seconds',
      help: 'Length of time a request spent waiting in its queue',
      stability: 'BETA',
      labelNames: ['execute', ...flow],
      buckets: seconds,
    })
    const execution = histogram(
      'request_execution_seconds',
      'Duration of initial stage (for a WATCH) or any (for a non-WATCH) stage of request execution in the API Priority and Fairness subsystem',
      { labelNames: [...flow, 'type'], buckets: seconds },
    )
    this.#queueLength = histogram(
      'request_queue_length_after_enqueue',
      'Length of queue in the API Priority and Fairness subsystem, as seen by each request after it is enqueued',
      { buckets: [0, 10, 25, 50, 100, 250, 500, 1000] },
    )
    const workSeats = histogram(
      'work_estimated_seats',
      'Number of estimated seats (maximum of initial and final seats) associated with requests in API Priority and Fairness',
      { buckets: [1, 2, 4, 8, 16, 32, 64, 100] },
    )
    const watches = histogram(
      'watch_count_samples',
      'count of watchers for mutating requests in API Priority and Fairness',
      {
        buckets: [0, 1, 10, 100, 1000, 10_000],
      },
    )
    const noAccommodation = registry.counter({
      name: 'apiserver_flowcontrol_request_dispatch_no_accommodation_total',
      help: 'Number of times a dispatch attempt resulted in a non accommodation due to lack of available seats',
      stability: 'ALPHA',
      labelNames: flow,
    })
    this.#limits = {
      nominal: beta('nominal_limit_seats', 'Nominal number of execution seats configured for each priority level', [
        'priority_level',
      ]),
      current: gauge(
        'current_limit_seats',
        'current derived number of execution seats available to each priority level',
      ),
      lower: gauge(
        'lower_limit_seats',
        'Configured lower bound on number of execution seats available to each priority level',
      ),
      upper: gauge(
        'upper_limit_seats',
        'Configured upper bound on number of execution seats available to each priority level',
      ),
    }
    const { nominal } = this.#limits
    registry.gauge(
      {
        name: 'apiserver_flowcontrol_request_concurrency_limit',
        help: 'Nominal number of execution seats configured for each priority level',
        stability: 'ALPHA',
        deprecatedVersion: '1.30.0',
        labelNames: ['priority_level'],
      },
      (family) => nominal.copyTo(family),
    )
    this.#demand = {
      average: gauge('demand_seats_average', 'Time-weighted average, over last adjustment period, of demand_seats'),
      deviation: gauge(
        'demand_seats_stdev',
        'Time-weighted standard deviation, over last adjustment period, of demand_seats',
      ),
      highWatermark: gauge(
        'demand_seats_high_watermark',
        'High watermark, over last adjustment period, of demand_seats',
      ),
      smoothed: gauge('demand_seats_smoothed', 'Smoothed seat demands'),
      target: gauge('target_seats', 'Seat allocation targets'),
    }
    this.fairFraction = registry
      .gauge({
        name: 'apiserver_flowcontrol_seat_fair_frac',
        help: "Fair fraction of server's concurrency to allocate to each priority level that can use it",
        stability: 'ALPHA',
      })
      .labels()
    this.#of = (level, schema) => ({
      executingRequests: executing.labels(schema, level),
      executingSeats: seats.labels(schema, level),
      inQueueRequests: inQueue.labels(schema, level),
      inQueueSeats: inQueueSeats.labels(schema, level),
      dispatched: dispatched.labels(schema, level),
      waitExecuted: this.#waits.labels('true', schema, level),
      execution: execution.labels(schema, level, 'regular'),
      seats: workSeats.labels(schema, level),
      watchCount: watches.labels(schema, level),
      noAccommodation: noAccommodation.labels(schema, level),
    })
  }

  /** The series of a flow schema on its level. */
  seriesOf(level: string, schema: string): FlowSeries {
    return this.#of(level, schema)
  }

  rejected(level: string, schema: string, reason: RejectReason): void {
    this.#rejected.labels(schema, level, reason).inc()
  }

  /** A request left its queue without being executed. */
  leftQueueUnexecuted(level: string, schema: string, waited: number): void {
    this.#waits.labels('false', schema, level).observe(waited)
  }

  queueLength(level: string, schema: string, length: number): void {
    this.#queueLength.labels(schema, level).observe(length)
  }

  /** Seats that a level has by its configuration. */
  configured(
    level: string,
    limits: { readonly nominal: number; readonly lower: number; readonly upper: number },
  ): void {
    this.#limits.nominal.labels(level).set(limits.nominal)
    this.#limits.lower.labels(level).set(limits.lower)
    this.#limits.upper.labels(level).set(limits.upper)
  }

  /** Seats that a level has for the next period, and what they were derived from. */
  adjusted(
    level: string,
    current: number,
    demand: Readonly<Record<'average' | 'deviation' | 'highWatermark' | 'smoothed' | 'target', number>>,
  ): void {
    this.#limits.current.labels(level).set(current)
    for (const key of ['average', 'deviation', 'highWatermark', 'smoothed', 'target'] as const) {
      this.#demand[key].labels(level).set(demand[key])
    }
  }

  /** A level is no more. */
  forget(level: string): void {
    for (const family of [...Object.values(this.#limits), ...Object.values(this.#demand)]) family.delete(level)
  }
}
