import { seededRandom } from '../../../../src/nodes/seeded-random.js'

/** The choices of a seed. */
export class RandomSource {
  readonly #next: () => number

  constructor(seed: number) {
    this.#next = seededRandom(seed)
  }

  /** True with a probability. */
  chance(probability: number): boolean {
    return this.#next() < probability
  }

  /** A whole number from 0 to below `bound`. */
  below(bound: number): number {
    return Math.floor(this.#next() * bound)
  }

  pick<const A extends readonly [unknown, ...unknown[]]>(all: A): A[number]
  pick<T>(all: readonly T[]): T | undefined
  pick<T>(all: readonly T[]): T | undefined {
    return all[this.below(all.length)]
  }

  /** One of several, each as likely as its weight says. */
  weighted<T>(all: readonly (readonly [weight: number, value: T])[]): T {
    let left = this.#next() * all.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, value] of all) {
      left -= weight
      if (left < 0) return value
    }
    return all[all.length - 1]![1]
  }
}
