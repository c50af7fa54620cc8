/** How settled the name and labels of a metric are. Source: `StabilityLevel` of k8s.io/component-base/metrics. */
export type Stability = 'STABLE' | 'BETA' | 'ALPHA'

/** Name and description of a family of metrics. */
export interface FamilyOptions<L extends string = string> {
  readonly name: string
  readonly help: string
  readonly stability?: Stability
  /** Names of the labels, sorted, as Go writes them. */
  readonly labels?: readonly L[]
  /** The release, such as `1.34.0`, that deprecated it; some releases later it is hidden. */
  readonly deprecatedVersion?: string
}

/** Puts other values in the place of those that a family may not have. */
export type LabelConstraint = (values: LabelValues) => LabelValues

/** Values of the labels, in the order of their names. */
export type LabelValues = readonly string[]

/** One line of an exposition. */
export interface Sample {
  readonly metricName?: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** A family with its values now. */
export interface CollectedFamily {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly values: readonly Sample[]
}

/** Children of a family by the values of their labels. */
export class Children<C> {
  readonly #labels: readonly string[]
  readonly #make: () => C
  readonly #byKey = new Map<string, { readonly values: LabelValues; readonly child: C }>()
  #constrain: LabelConstraint | undefined

  constructor(labels: readonly string[], make: () => C) {
    this.#labels = labels
    this.#make = make
  }

  /** From now on children have the values that `constraint` leaves. */
  constrain(constraint: LabelConstraint): void {
    this.#constrain = constraint
  }

  /** The child with these values; made where there is none. Throws `RangeError` for too many or too few. */
  get(given: LabelValues): C {
    const values = this.#constrain?.(given) ?? given
    const key = values.join('\0')
    let entry = this.#byKey.get(key)
    if (entry === undefined) {
      if (values.length !== this.#labels.length) {
        throw new RangeError(`expected ${this.#labels.length} label values but got ${values.length}`)
      }
      entry = { values, child: this.#make() }
      this.#byKey.set(key, entry)
    }
    return entry.child
  }

  delete(values: LabelValues): void {
    this.#byKey.delete(values.join('\0'))
  }

  clear(): void {
    this.#byKey.clear()
  }

  /** Sorted by the values, as Go writes them. */
  *entries(): Generator<[Record<string, string>, C]> {
    for (const key of [...this.#byKey.keys()].sort()) {
      const { values, child } = this.#byKey.get(key) as { values: LabelValues; child: C }
      yield [Object.fromEntries(this.#labels.map((label, index) => [label, values[index] as string])), child]
    }
  }
}

/** `[STABLE] (Deprecated since …) …`, as component-base prefixes the text. */
export function helpOf({ help, stability, deprecatedVersion }: FamilyOptions): string {
  const text = deprecatedVersion === undefined ? help : `(Deprecated since ${deprecatedVersion}) ${help}`
  return stability === undefined ? text : `[${stability}] ${text}`
}
