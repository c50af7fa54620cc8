import { expositionOf } from './exposition.js'
import { Histogram, type HistogramFacts } from './histogram.js'
import { labelConstraint } from './label-constraint.js'
import { invalid, type MetricFacts } from './metric-family.js'
import { isHidden } from './metric-lifecycle.js'
import { Counter, Gauge, type NumberFamily } from './number-family.js'

/** Which metrics are served, and with which values. */
export interface MetricsRegistryOptions {
  /** The minor release whose metrics these are; families that were deprecated long enough before it are hidden. Default: none is. */
  readonly minorRelease?: number | undefined
  /** Names of families that are not served. */
  readonly disabled?: readonly string[] | undefined
  /** Families are served that are hidden because they were deprecated long enough ago. */
  readonly showHidden?: boolean | undefined
  /** Values that a label may have, by the name of the family and of the label; others become `unexpected`. */
  readonly allowedLabelValues?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> | undefined
}

/** A family, for readers of metrics. */
export type RegisteredFamily = NumberFamily | Histogram

/** Looks values up that are not kept; called before each reading. */
export type Refresh<F extends NumberFamily> = (family: F) => void | Promise<void>

/** `Content-Type` of {@link MetricsRegistry.text}. */
export const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8'

/** The metrics of a program. A second request for the same metric returns the first. */
export class MetricsRegistry {
  readonly #families = new Map<string, RegisteredFamily>()
  /** Families that nobody may read. */
  readonly #withheld = new Map<string, RegisteredFamily>()
  readonly #refreshes = new Map<RegisteredFamily, () => void | Promise<void>>()
  readonly #options: MetricsRegistryOptions
  readonly #disabled: ReadonlySet<string>
  #hidden = 0
  #unexpected = 0

  constructor(options: MetricsRegistryOptions = {}) {
    this.#options = options
    this.#disabled = new Set(options.disabled?.filter((name) => name !== ''))
  }

  /** How many names are disabled, how many families are hidden, and how many values of labels were not allowed. */
  get withheld(): { readonly disabled: number; readonly hidden: number; readonly unexpected: number } {
    return { disabled: this.#disabled.size, hidden: this.#hidden, unexpected: this.#unexpected }
  }

  /**
   * A counter. `refresh` looks its values up before each reading.
   *
   * @throws MachineryError `InvalidMetric`, also when the name belongs to another metric, or to any where there is `refresh`
   */
  counter(facts: MetricFacts, refresh?: Refresh<Counter>): Counter {
    return this.#numbers(new Counter(facts), refresh)
  }

  /** A gauge. @throws as {@link counter} */
  gauge(facts: MetricFacts, refresh?: Refresh<Gauge>): Gauge {
    return this.#numbers(new Gauge(facts), refresh)
  }

  /** A histogram. @throws as {@link counter} */
  histogram(facts: HistogramFacts): Histogram {
    return this.#add(new Histogram(facts))
  }

  /** Whether a family is served: what is not need not be counted. */
  isServed({ facts }: RegisteredFamily): boolean {
    return this.#families.has(facts.name)
  }

  /** All families that are served, those without values too. */
  families(): RegisteredFamily[] {
    return [...this.#families.values()]
  }

  /**
   * Everything in the text format of Prometheus, families sorted by name; its content type is {@link metricsContentType}.
   * Families without values are left out, as in Go.
   */
  async text(): Promise<string> {
    const parts: string[] = []
    for (const name of [...this.#families.keys()].sort()) {
      const family = this.#families.get(name)!
      await this.#refreshes.get(family)?.()
      parts.push(expositionOf(family))
    }
    return parts.join('')
  }

  #numbers<F extends NumberFamily>(made: F, refresh: Refresh<F> | undefined): F {
    const family = this.#add(made)
    if (refresh === undefined) return family
    if (family !== made) throw invalid(`${made.facts.name} has already been registered`)
    family.clear()
    this.#refreshes.set(family, () => refresh(family))
    return family
  }

  #add<F extends RegisteredFamily>(family: F): F {
    const { facts } = family
    const { name, labelNames = [] } = facts
    const known = this.#families.get(name) ?? this.#withheld.get(name)
    if (known !== undefined) return sameFamily(known, family)
    const allowed = this.#options.allowedLabelValues?.[name]
    if (allowed !== undefined) {
      family.constrain(
        labelConstraint(labelNames, allowed, () => {
          this.#unexpected++
        }),
      )
    }
    const isHiddenHere = isHidden(facts, this.#options.minorRelease) && this.#options.showHidden !== true
    const isDisabled = this.#disabled.has(name)
    if (isHiddenHere && !isDisabled) this.#hidden++
    const families = isDisabled || isHiddenHere ? this.#withheld : this.#families
    families.set(name, family)
    // Without names of labels there is always one value; with none of them (`[]`) when it is counted.
    if (facts.labelNames === undefined) family.labels()
    return family
  }
}

function sameFamily<F extends RegisteredFamily>(known: RegisteredFamily, family: F): F {
  const { name, help, labelNames = [] } = family.facts
  const { facts } = known
  if (known.type !== family.type) throw invalid(`${name} is a metric of another sort`)
  if (facts.help !== help || (facts.labelNames ?? []).join() !== labelNames.join()) {
    throw invalid(`${name} has already been registered with another description or other labels`)
  }
  // The type decides the class.
  return known as F
}
