import {
  Children,
  type CollectedFamily,
  type FamilyOptions,
  helpOf,
  type LabelValues,
  type Stability,
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
  readonly stability: Stability | undefined
  readonly #options: FamilyOptions
  readonly #type: 'counter' | 'gauge'
  readonly #children: Children<Cell>
  readonly #refresh: ((family: NumberFamily) => void | Promise<void>) | undefined

  /** `refresh` is called before each reading, for values that are looked up and not kept. */
  constructor(
    type: 'counter' | 'gauge',
    options: FamilyOptions,
    refresh?: (family: NumberFamily) => void | Promise<void>,
  ) {
    this.name = options.name
    this.stability = options.stability
    this.#type = type
    this.#options = options
    this.#children = new Children(options.labels ?? [], () => new Cell())
    this.#refresh = refresh
    // Without labels there is always one value.
    if (options.labels === undefined && refresh === undefined) this.#children.get([])
  }

  /** The number of these label values; keep it where it is used often. */
  labels(...values: LabelValues): Cell {
    return this.#children.get(values)
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
    return { name: this.name, help: helpOf(this.#options), type: this.#type, values }
  }
}
