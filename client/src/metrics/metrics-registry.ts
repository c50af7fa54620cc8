import { MachineryError } from 'apimachinery/errors'
import { Counter } from './counter.js'
import { Gauge } from './gauge.js'
import { Histogram, type HistogramFacts } from './histogram.js'
import type { MetricFacts } from './label-values.js'

/** Name and description of a metric that is made in a registry. */
export type MetricInit<T extends MetricFacts> = Omit<T, 'labelNames'> & Partial<Pick<T, 'labelNames'>>

/** The metrics of a program. A second request for a name returns the same metric. */
export class MetricsRegistry {
  readonly #metrics = new Map<string, Counter | Gauge | Histogram>()

  /** A counter. @throws MachineryError `InvalidMetric`, also when the name belongs to a metric of another sort. */
  counter(init: MetricInit<MetricFacts>): Counter {
    return this.#metric(init.name, Counter, () => new Counter({ labelNames: [], ...init }))
  }

  /** A gauge. @throws as {@link counter} */
  gauge(init: MetricInit<MetricFacts>): Gauge {
    return this.#metric(init.name, Gauge, () => new Gauge({ labelNames: [], ...init }))
  }

  /** A histogram. @throws as {@link counter} */
  histogram(init: MetricInit<HistogramFacts>): Histogram {
    return this.#metric(init.name, Histogram, () => new Histogram({ labelNames: [], ...init }))
  }

  /** All metrics in the text format of Prometheus, by name; its content type is {@link metricsContentType}. */
  text(): string {
    const names = [...this.#metrics.keys()].sort()
    return names.map((name) => this.#metrics.get(name)?.text() ?? '').join('')
  }

  #metric<M extends Counter | Gauge | Histogram>(
    name: string,
    type: abstract new (...parts: never[]) => M,
    make: () => M,
  ): M {
    const known = this.#metrics.get(name)
    if (known instanceof type) return known
    if (known !== undefined) throw new MachineryError('InvalidMetric', `${name} is a metric of another sort`)
    const made = make()
    this.#metrics.set(name, made)
    return made
  }
}

/** `Content-Type` of {@link MetricsRegistry.text}. */
export const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8'
