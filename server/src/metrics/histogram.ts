import { floatOf } from './exposition.js'
import {
  Children,
  type CollectedFamily,
  type FamilyOptions,
  helpOf,
  type LabelConstraint,
  type LabelValues,
  type Sample,
} from './metric-family.js'

/** Counts of values by size. */
export class Distribution {
  readonly #bounds: readonly number[]
  readonly counts: Float64Array
  sum = 0
  count = 0

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.counts = new Float64Array(bounds.length)
  }

  observe(value: number): void {
    this.sum += value
    this.count++
    const bounds = this.#bounds
    for (let index = 0; index < bounds.length; index++) {
      if (value <= (bounds[index] as number)) {
        this.counts[index] = (this.counts[index] as number) + 1
        return
      }
    }
  }
}

/** A family, and the upper bounds of its buckets. */
export interface HistogramOptions extends FamilyOptions {
  /** Ascending, without infinity. */
  readonly buckets: readonly number[]
}

/** Histograms of one name. */
export class HistogramFamily {
  readonly name: string
  readonly options: HistogramOptions
  readonly type = 'histogram'
  readonly #children: Children<Distribution>

  constructor(options: HistogramOptions) {
    this.name = options.name
    this.options = options
    this.#children = new Children(options.labels ?? [], () => new Distribution(options.buckets))
    if (options.labels === undefined) this.#children.get([])
  }

  /** The distribution of these label values; keep it where it is used often. */
  labels(...values: LabelValues): Distribution {
    return this.#children.get(values)
  }

  /** Restricts label values with `constraint` from now on; call it before the first value is set. */
  constrain(constraint: LabelConstraint): void {
    this.#children.constrain(constraint)
  }

  async get(): Promise<CollectedFamily> {
    const values: Sample[] = []
    for (const [labels, child] of this.#children.entries()) values.push(...this.#samplesOf(labels, child))
    return { name: this.name, help: helpOf(this.options), type: this.type, values }
  }

  *#samplesOf(labels: Record<string, string>, { counts, sum, count }: Distribution): Generator<Sample> {
    let below = 0
    for (const [index, bound] of this.options.buckets.entries()) {
      below += counts[index] as number
      yield { metricName: `${this.name}_bucket`, labels: { ...labels, le: floatOf(bound) }, value: below }
    }
    yield { metricName: `${this.name}_bucket`, labels: { ...labels, le: '+Inf' }, value: count }
    yield { metricName: `${this.name}_sum`, labels, value: sum }
    yield { metricName: `${this.name}_count`, labels, value: count }
  }
}

/** Those of Prometheus, where upstream names none. */
export const defaultBuckets: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Bounds that grow by a factor: multiplied again and again, as in Go, which differs in the last digit from powers. */
export function exponentialBuckets(start: number, factor: number, count: number): number[] {
  const bounds: number[] = []
  for (let bound = start; bounds.length < count; bound *= factor) bounds.push(bound)
  return bounds
}

/** Bounds at equal distances. */
export function linearBuckets(start: number, width: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => start + width * index)
}
