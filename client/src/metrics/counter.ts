import { checkMetricFacts, type Labels, labelText, type MetricFacts, metricHead, metricLine } from './label-values.js'

/** Numbers that go up, one for each combination of labels. */
export class Counter {
  readonly facts: MetricFacts
  readonly #values = new Map<string, number>()

  /** @throws MachineryError `InvalidMetric` */
  constructor(facts: MetricFacts) {
    checkMetricFacts(facts)
    this.facts = facts
  }

  /** Adds to the number of some labels; 0 makes it visible. */
  inc(labels: Labels = {}, by = 1): void {
    const key = labelText(this.facts, labels)
    this.#values.set(key, (this.#values.get(key) ?? 0) + by)
  }

  /** The number of some labels. */
  value(labels: Labels = {}): number {
    return this.#values.get(labelText(this.facts, labels)) ?? 0
  }

  /** Lines of the text format. */
  text(): string {
    const lines = [...this.#values].map(([labels, value]) => metricLine(this.facts.name, labels, value))
    return metricHead(this.facts, 'counter') + lines.join('')
  }
}
