import {
  checkMetricFacts,
  type Labels,
  labelText,
  type MetricFacts,
  metricHead,
  metricLine,
  numberText,
} from './label-values.js'

/** Name and buckets of a histogram. */
export interface HistogramFacts extends MetricFacts {
  /** Upper bounds, ascending, without infinity. Default: those of Prometheus' Go client. */
  readonly buckets?: readonly number[] | undefined
}

const defaultBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Observed {
  readonly counts: number[]
  sum: number
  count: number
}

/** Observations in buckets, for each combination of labels. */
export class Histogram {
  readonly facts: MetricFacts
  readonly #buckets: readonly number[]
  readonly #values = new Map<string, Observed>()

  /** @throws MachineryError `InvalidMetric` */
  constructor({ buckets = defaultBuckets, ...facts }: HistogramFacts) {
    checkMetricFacts(facts)
    this.facts = facts
    this.#buckets = buckets
  }

  /** Counts a value. */
  observe(value: number, labels: Labels = {}): void {
    const key = labelText(this.facts, labels)
    let observed = this.#values.get(key)
    if (observed === undefined) {
      observed = { counts: this.#buckets.map(() => 0), sum: 0, count: 0 }
      this.#values.set(key, observed)
    }
    observed.sum += value
    observed.count++
    const index = this.#buckets.findIndex((bound) => value <= bound)
    if (index >= 0) observed.counts[index]!++
  }

  /** How many values were counted for some labels. */
  count(labels: Labels = {}): number {
    return this.#values.get(labelText(this.facts, labels))?.count ?? 0
  }

  /** Lines of the text format. */
  text(): string {
    const { name } = this.facts
    let text = metricHead(this.facts, 'histogram')
    for (const [labels, { counts, sum, count }] of this.#values) {
      const prefix = labels === '' ? '' : `${labels},`
      let below = 0
      this.#buckets.forEach((bound, index) => {
        below += counts[index] as number
        text += metricLine(`${name}_bucket`, `${prefix}le="${numberText(bound)}"`, below)
      })
      text += metricLine(`${name}_bucket`, `${prefix}le="+Inf"`, count)
      text += metricLine(`${name}_sum`, labels, sum) + metricLine(`${name}_count`, labels, count)
    }
    return text
  }
}
