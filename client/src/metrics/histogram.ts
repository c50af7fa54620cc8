import { floatText } from './exposition.js'
import { type Labels, type MetricFacts, MetricFamily, type Sample } from './metric-family.js'

/** Name and buckets of a histogram. */
export interface HistogramFacts extends MetricFacts {
  /** Upper bounds, ascending, without infinity. Default: {@link defaultBuckets}. */
  readonly buckets?: readonly number[] | undefined
}

/** The upper bounds of Prometheus' Go client. */
export const defaultBuckets: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Counts of values by size. */
export class Distribution {
  readonly #bounds: readonly number[]
  /** By bound, without those of smaller bounds. */
  readonly counts: Float64Array
  sum = 0
  count = 0

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.counts = new Float64Array(bounds.length)
  }

  observe(value: number): void {
    this.sum += value
    this.count++
    const bounds = this.#bounds
    for (let index = 0; index < bounds.length; index++) {
      if (value <= bounds[index]!) {
        this.counts[index]!++
        return
      }
    }
  }
}

/** Observations in buckets, for each combination of labels. */
export class Histogram extends MetricFamily<Distribution> {
  readonly type = 'histogram'
  readonly buckets: readonly number[]

  /** @throws MachineryError `InvalidMetric` */
  constructor(facts: HistogramFacts) {
    const { buckets = defaultBuckets } = facts
    super(facts, () => new Distribution(buckets))
    this.buckets = buckets
  }

  /** Counts a value. */
  observe(value: number, labels: Labels = {}): void {
    this.with(labels).observe(value)
  }

  /** How many values were counted for some labels. */
  count(labels: Labels = {}): number {
    return this.find(labels)?.count ?? 0
  }

  samples(): Sample[] {
    return this.children().flatMap(({ labels, child }) => this.#samplesOf(labels, child))
  }

  #samplesOf(labels: Labels, { counts, sum, count }: Distribution): Sample[] {
    const { name } = this.facts
    let below = 0
    const buckets = this.buckets.map((bound, index) => {
      below += counts[index]!
      return { metricName: `${name}_bucket`, labels: { ...labels, le: floatText(bound) }, value: below }
    })
    return [
      ...buckets,
      { metricName: `${name}_bucket`, labels: { ...labels, le: '+Inf' }, value: count },
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ]
  }
}

/** Bounds that grow by a factor: multiplied again and again, as in Go, which differs in the last digit from powers. */
export function exponentialBuckets(start: number, factor: number, count: number): number[] {
  const bounds: number[] = []
  for (let bound = start; bounds.length < count; bound *= factor) bounds.push(bound)
  return bounds
}

/** Bounds at equal distances. */
export function linearBuckets(start: number, width: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => start + width * index)
}
