import { checkMetricFacts, type Labels, labelText, type MetricFacts, metricHead, metricLine } from './label-values.js'

/** Numbers that go up and down, one for each combination of labels; some are computed when they are read. */
export class Gauge {
  readonly facts: MetricFacts
  readonly #values = new Map<string, number | (() => number)>()

  /** @throws MachineryError `InvalidMetric` */
  constructor(facts: MetricFacts) {
    checkMetricFacts(facts)
    this.facts = facts
  }

  /** Sets the number of some labels, or the function that reads it. */
  set(value: number | (() => number), labels: Labels = {}): void {
    this.#values.set(labelText(this.facts, labels), value)
  }

  /** Adds to the number of some labels. */
  add(by: number, labels: Labels = {}): void {
    const key = labelText(this.facts, labels)
    this.#values.set(key, read(this.#values.get(key)) + by)
  }

  /** The number of some labels. */
  value(labels: Labels = {}): number {
    return read(this.#values.get(labelText(this.facts, labels)))
  }

  /** Lines of the text format. */
  text(): string {
    const lines = [...this.#values].map(([labels, value]) => metricLine(this.facts.name, labels, read(value)))
    return metricHead(this.facts, 'gauge') + lines.join('')
  }
}

function read(value: number | (() => number) | undefined): number {
  return typeof value === 'function' ? value() : (value ?? 0)
}
