import type { Metric } from 'prom-client'
import { NumberFamily } from './counter.js'
import { HistogramFamily, type HistogramOptions } from './histogram.js'
import type { FamilyOptions } from './metric-family.js'

/** The metrics of one server. */
export class MetricRegistry {
  readonly #families = new Map<string, NumberFamily | HistogramFamily>()

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
    // Loaded when metrics are first read: a server starts sooner without it.
    const { Registry } = await import('prom-client')
    const registry = new Registry()
    const names = this.names().sort()
    // The registry asks a metric for its name and values only.
    for (const family of this.#families.values()) registry.registerMetric(family as unknown as Metric)
    const parts: string[] = []
    for (const name of names) {
      const text = await registry.getSingleMetricAsString(name)
      if (/^[^#]/m.test(text)) parts.push(text)
    }
    return `${parts.join('\n')}\n`
  }

  /** Names of all families, those without values too. */
  names(): string[] {
    return [...this.#families.keys()]
  }

  /** Families by stability, for `registered_metrics_total`. */
  stabilities(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>()
    for (const { stability = '' } of this.#families.values()) {
      if (stability !== '') counts.set(stability, (counts.get(stability) ?? 0) + 1)
    }
    return counts
  }

  #add<F extends NumberFamily | HistogramFamily>(family: F): F {
    const { name } = family
    if (this.#families.has(name)) throw new Error(`A metric with the name ${name} has already been registered.`)
    this.#families.set(name, family)
    return family
  }
}
