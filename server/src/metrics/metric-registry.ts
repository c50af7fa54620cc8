import { NumberFamily } from './counter.js'
import { expositionOf } from './exposition.js'
import { HistogramFamily, type HistogramOptions } from './histogram.js'
import { labelConstraint } from './label-constraint.js'
import type { FamilyOptions } from './metric-family.js'
import { isHidden } from './metric-lifecycle.js'

/** Which metrics are served, and with which values. */
export interface MetricRegistryOptions {
  /** Names of families that are not served. */
  readonly disabled?: readonly string[]
  /** Families are served that are hidden because they were deprecated long enough ago. */
  readonly showHidden?: boolean
  /** Values that a label may have, by the name of the family and of the label; others become `unexpected`. */
  readonly allowedLabelValues?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}

/** A family, for readers of metrics. */
export type RegisteredFamily = NumberFamily | HistogramFamily

/** The metrics of one server. */
export class MetricRegistry {
  readonly #families = new Map<string, RegisteredFamily>()
  readonly #options: MetricRegistryOptions
  readonly #disabled: ReadonlySet<string>
  #hidden = 0
  #unexpected = 0

  constructor(options: MetricRegistryOptions = {}) {
    this.#options = options
    this.#disabled = new Set(options.disabled?.filter((name) => name !== ''))
  }

  /** How many names are disabled, how many families are hidden, and how many values of labels were not allowed. */
  get withheld(): { readonly disabled: number; readonly hidden: number; readonly unexpected: number } {
    return { disabled: this.#disabled.size, hidden: this.#hidden, unexpected: this.#unexpected }
  }

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

  /** Whether a family is served: what is not need not be counted. */
  isServed({ name }: RegisteredFamily): boolean {
    return this.#families.has(name)
  }

  /** Everything in the text format of Prometheus, families sorted by name; those without values are left out, as in Go. */
  async text(): Promise<string> {
    const parts: string[] = []
    for (const name of [...this.#families.keys()].sort()) {
      const family = this.#families.get(name) as RegisteredFamily
      parts.push(expositionOf(await family.get()))
    }
    return parts.join('')
  }

  /** All families that are served, those without values too. */
  families(): RegisteredFamily[] {
    return [...this.#families.values()]
  }

  #add<F extends RegisteredFamily>(family: F): F {
    const { name, options } = family
    if (this.#families.has(name)) throw new Error(`A metric with the name ${name} has already been registered.`)
    const allowed = this.#options.allowedLabelValues?.[name]
    if (allowed !== undefined) {
      family.constrain(
        labelConstraint(options.labels ?? [], allowed, () => {
          this.#unexpected++
        }),
      )
    }
    if (this.#disabled.has(name)) return family
    if (isHidden(options) && this.#options.showHidden !== true) {
      this.#hidden++
      return family
    }
    this.#families.set(name, family)
    return family
  }
}
