import { formatDuration } from 'apimachinery/scalar'
import { type Clock, systemClock } from 'apimachinery/wait'

/** Where a request may spend its time, by the names of the annotations in its audit event. */
export type LatencyPart =
  | 'apf-queue-wait'
  | 'authentication'
  | 'authorization'
  | 'etcd'
  | 'impersonation'
  | 'mutating-webhook'
  | 'response-write'
  | 'serialize-response-object'
  | 'transform-response-object'
  | 'validating-webhook'

/** Parts that run side by side, or of which the last answer counts: the longest time is kept. Others add up. */
const longest: ReadonlySet<LatencyPart> = new Set(['apf-queue-wait', 'authorization', 'validating-webhook'])

const prefix = 'apiserver.latency.k8s.io/'
/** Milliseconds after which a request is slow enough to be annotated. */
const threshold = 500

/**
 * Where the time of one request went, in milliseconds.
 *
 * Source: `LatencyTrackers` of k8s.io/apiserver/pkg/endpoints/request. Decoding of what comes from the store is part of `etcd`.
 */
export class RequestLatencies {
  readonly #clock: Pick<Clock, 'monotonic'>
  readonly #start: number
  /** In the order in which they came. */
  readonly #parts: Partial<Record<LatencyPart, number>> = {}

  constructor(clock: Pick<Clock, 'monotonic'> = systemClock) {
    this.#clock = clock
    this.#start = clock.monotonic()
  }

  /** Since the request was received. */
  get total(): number {
    return this.#clock.monotonic() - this.#start
  }

  /** Time spent in webhooks and in the queue of priority and fairness. */
  get waited(): number {
    return this.of('mutating-webhook') + this.of('validating-webhook') + this.of('apf-queue-wait')
  }

  of(part: LatencyPart): number {
    return this.#parts[part] ?? 0
  }

  add(part: LatencyPart, milliseconds: number): void {
    const before = this.of(part)
    this.#parts[part] = longest.has(part) ? Math.max(before, milliseconds) : before + milliseconds
  }

  /** A request to the store. */
  storage(milliseconds: number): void {
    this.add('etcd', milliseconds)
  }

  /** Runs something, and adds its time to a part. */
  timed<R>(part: LatencyPart, run: () => R): R {
    const start = this.#clock.monotonic()
    try {
      return run()
    } finally {
      this.add(part, this.#clock.monotonic() - start)
    }
  }

  /** As {@link timed}, until what is awaited is there. */
  async awaited<R>(part: LatencyPart, run: () => Promise<R>): Promise<R> {
    const start = this.#clock.monotonic()
    try {
      return await run()
    } finally {
      this.add(part, this.#clock.monotonic() - start)
    }
  }

  /** The annotations of the audit event of a slow request; none for others. */
  annotations(): [key: string, value: string][] {
    const { total } = this
    const timed = Object.entries(this.#parts)
    if (total <= threshold || timed.length === 0) return []
    const parts = timed.filter(([, milliseconds]) => milliseconds > 0)
    return [...parts, ['total', total] as const].map(([part, milliseconds]) => [
      prefix + part,
      durationOf(milliseconds),
    ])
  }
}

function durationOf(milliseconds: number): string {
  return formatDuration(Math.round(milliseconds * 1e6))
}
