import { MachineryError } from 'apimachinery/errors'

/** How settled the name and labels of a metric are. Source: `StabilityLevel` of k8s.io/component-base/metrics. */
export type Stability = 'STABLE' | 'BETA' | 'ALPHA'

/** Name and description of a family of metrics. */
export interface MetricFacts {
  readonly name: string
  readonly help: string
  /** Names of the labels that every value has. Default: none. */
  readonly labelNames?: readonly string[] | undefined
  /** Printed before {@link help}, as component-base does. */
  readonly stability?: Stability | undefined
  /** The release, such as `1.34.0`, that deprecated it; some releases later it is hidden. */
  readonly deprecatedVersion?: string | undefined
}

/** Values of the labels of a metric, by name. */
export type Labels = Readonly<Record<string, string>>

/** Values of the labels, in the order of their names. */
export type LabelValues = readonly string[]

/** Puts other values in the place of those that a family may not have. */
export type LabelConstraint = (values: LabelValues) => LabelValues

/** One line of an exposition. */
export interface Sample {
  /** Default: the name of the family. */
  readonly metricName?: string
  readonly labels: Labels
  readonly value: number
}

/** What is counted for some labels. */
export interface Child<C> {
  /** Sorted by name. */
  readonly labels: Labels
  /** Where Go writes it: compared as text. */
  readonly order: string
  readonly child: C
}

/** What is kept of a {@link Child}: a program has thousands, and reads them seldom. */
interface Counted<C> {
  readonly values: LabelValues
  readonly child: C
}

const validName = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/
const validLabel = /^[a-zA-Z_][a-zA-Z0-9_]*$/

/** What one name counts, by the values of its labels. */
export abstract class MetricFamily<C> {
  abstract readonly type: 'counter' | 'gauge' | 'histogram'
  readonly facts: MetricFacts
  readonly #names: readonly string[]
  readonly #make: () => C
  readonly #byKey = new Map<string, Counted<C>>()
  #constrain: LabelConstraint | undefined

  /** @throws MachineryError `InvalidMetric` for names that the text format cannot hold */
  constructor(facts: MetricFacts, make: () => C) {
    const { name, labelNames = [] } = facts
    if (!validName.test(name)) throw invalid(`${JSON.stringify(name)} is no name of a metric`)
    const wrong = labelNames.find((label) => !validLabel.test(label))
    if (wrong !== undefined) throw invalid(`${JSON.stringify(wrong)} is no name of a label of ${name}`)
    this.facts = facts
    this.#names = labelNames
    this.#make = make
  }

  /** Reads the values, for a text. */
  abstract samples(): Iterable<Sample>

  /**
   * What is counted for these values, in the order of the names; keep it where it is used often.
   *
   * @throws MachineryError `InvalidMetric` for too many or too few
   */
  labels(...given: LabelValues): C {
    const values = this.#constrain?.(given) ?? given
    const key = values.join('\0')
    let entry = this.#byKey.get(key)
    if (entry === undefined) {
      const [expected, got] = [this.#names.length, values.length]
      if (got !== expected) throw invalid(`${this.facts.name}: expected ${expected} label values but got ${got}`)
      entry = { values, child: this.#make() }
      this.#byKey.set(key, entry)
    }
    return entry.child
  }

  /** As {@link labels}, with values by name. @throws MachineryError `InvalidMetric` where one is missing */
  with(labels: Labels): C {
    return this.labels(...this.#valuesOf(labels))
  }

  /** As {@link with}; `undefined` where nothing was counted yet. */
  find(labels: Labels): C | undefined {
    return this.#byKey.get(this.#valuesOf(labels).join('\0'))?.child
  }

  /** Restricts values with `constraint` from now on; call it before the first value is set. */
  constrain(constraint: LabelConstraint): void {
    this.#constrain = constraint
  }

  delete(...values: LabelValues): void {
    this.#byKey.delete(values.join('\0'))
  }

  clear(): void {
    this.#byKey.clear()
  }

  /** Everything that is counted: names and values are sorted, as Go writes them. */
  children(): Child<C>[] {
    return [...this.#byKey.values()].map((each) => this.#childOf(each)).sort((a, b) => (a.order < b.order ? -1 : 1))
  }

  #childOf({ values, child }: Counted<C>): Child<C> {
    const pairs = this.#names.map((name, index) => [name, values[index]!] as const).sort(([a], [b]) => (a < b ? -1 : 1))
    return { labels: Object.fromEntries(pairs), order: pairs.map(([, value]) => value).join('\0'), child }
  }

  #valuesOf(labels: Labels): string[] {
    return this.#names.map((label) => {
      const value = Object.hasOwn(labels, label) ? labels[label] : undefined
      if (value === undefined) throw invalid(`${this.facts.name} needs the label ${label}`)
      return value
    })
  }
}

/** A metric that cannot be. */
export function invalid(message: string): MachineryError {
  return new MachineryError('InvalidMetric', message)
}
