import {
  Children,
  type CollectedFamily,
  type FamilyOptions,
  helpOf,
  type LabelConstraint,
  type LabelValues,
} from './metric-family.js'

/** One number that grows, or a gauge that is set. */
export class Cell {
  value = 0

  inc(by = 1): void {
    this.value += by
  }

  dec(by = 1): void {
    this.value -= by
  }

  set(value: number): void {
    this.value = value
  }
}

/** Counters or gauges of one name. */
export class NumberFamily {
  readonly name: string
  readonly options: FamilyOptions
  readonly type: 'counter' | 'gauge'
  readonly #children: Children<Cell>
  readonly #refresh: ((family: NumberFamily) => void | Promise<void>) | undefined

  /** `refresh` is called before each reading, for values that are looked up and not kept. */
  constructor(
    type: 'counter' | 'gauge',
    options: FamilyOptions,
    refresh?: (family: NumberFamily) => void | Promise<void>,
  ) {
    this.name = options.name
    this.type = type
    this.options = options
    this.#children = new Children(options.labels ?? [], () => new Cell())
    this.#refresh = refresh
    // Without labels there is always one value.
    if (options.labels === undefined && refresh === undefined) this.#children.get([])
  }

  /** The number of these label values; keep it where it is used often. */
  labels(...values: LabelValues): Cell {
    return this.#children.get(values)
  }

  /** Restricts label values with `constraint` from now on; call it before the first value is set. */
  constrain(constraint: LabelConstraint): void {
    this.#children.constrain(constraint)
  }

  /** Gives another family with the same labels the values of this one. */
  copyTo(other: NumberFamily): void {
    other.clear()
    for (const [labels, { value }] of this.#children.entries()) {
      const names = this.options.labels ?? []
      other.labels(...names.map((name) => labels[name] ?? '')).set(value)
    }
  }

  delete(...values: LabelValues): void {
    this.#children.delete(values)
  }

  clear(): void {
    this.#children.clear()
  }

  async get(): Promise<CollectedFamily> {
    await this.#refresh?.(this)
    const values = [...this.#children.entries()].map(([labels, { value }]) => ({ labels, value }))
    return { name: this.name, help: helpOf(this.options), type: this.type, values }
  }
}
