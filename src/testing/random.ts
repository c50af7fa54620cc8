const float = 0x1_0000_0000

/** Repeatable random choices: the same seed gives the same ones on every machine. */
export class Random {
  #state: number

  /** @param seed - any integer. */
  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** An integer of 32 bits (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b_79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }

  /** An integer from 0 to `limit` − 1. */
  below(limit: number): number {
    return Math.floor((this.next() / float) * limit)
  }

  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1)
  }

  /** True in `share` of all cases; 0 is never, 1 always. */
  chance(share: number): boolean {
    return this.next() < share * float
  }

  /** One of the elements of a list that is not empty. */
  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T {
    return list[this.below(list.length)] as T
  }

  /** Lower-case letters, `least` to `most` of them: valid as a Kubernetes name. */
  word(least = 3, most = 8): string {
    return Array.from({ length: this.between(least, most) }, () => String.fromCharCode(97 + this.below(26))).join('')
  }
}
