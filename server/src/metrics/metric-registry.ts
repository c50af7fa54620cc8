import { type Metric, Registry } from 'prom-client'
import { NumberFamily } from './counter.js'
import { HistogramFamily, type HistogramOptions } from './histogram.js'
import type { FamilyOptions } from './metric-family.js'

/** The metrics of one server. */
export class MetricRegistry {
  readonly #registry = new Registry()

  /** `refresh` looks values up before each reading. Throws `Error` for a name that is taken. */
  counter(options: FamilyOptions, refresh?: (family: NumberFamily) => void | Promise<void>): NumberFamily {
    return this.#add(new NumberFamily('counter', options, refresh))
  }

  /** As {@link counter}, for values that may sink. */
  gauge(options: FamilyOptions, refresh?: (family: NumberFamily) => void | Promise<void>): NumberFamily {
    return this.#add(new NumberFamily('gauge', options, refresh))
  }

  histogram(options: HistogramOptions): HistogramFamily {
    return this.#add(new HistogramFamily(options))
  }

  /** Everything in the text format of Prometheus, families sorted by name; those without values are left out, as in Go. */
  async text(): Promise<string> {
    const names = this.names()
    const parts: string[] = []
    for (const name of names.sort()) {
      const text = await this.#registry.getSingleMetricAsString(name)
      if (/^[^#]/m.test(text)) parts.push(text)
    }
    return `${parts.join('\n')}\n`
  }

  /** Names of all families, those without values too. */
  names(): string[] {
    return this.#registry.getMetricsAsArray().map((family) => (family as unknown as NumberFamily).name)
  }

  /** Families by stability, for `registered_metrics_total`. */
  stabilities(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>()
    for (const family of this.#registry.getMetricsAsArray()) {
      const { stability = '' } = family as unknown as { readonly stability?: string }
      if (stability !== '') counts.set(stability, (counts.get(stability) ?? 0) + 1)
    }
    return counts
  }

  #add<F extends NumberFamily | HistogramFamily>(family: F): F {
    // The registry asks a metric for its name and values only.
    this.#registry.registerMetric(family as unknown as Metric)
    return family
  }
}
