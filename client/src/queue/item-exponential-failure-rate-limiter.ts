import { ItemFailures } from './item-failures.js'
import type { RateLimiter } from './rate-limiter.js'

/** Twice the delay with each failure of an item: `baseDelay × 2^failures`, `maxDelay` at the most. Milliseconds. */
export class ItemExponentialFailureRateLimiter<T> implements RateLimiter<T> {
  readonly #failures = new ItemFailures<T>()
  readonly #baseDelay: number
  readonly #maxDelay: number

  constructor(baseDelay: number, maxDelay: number) {
    this.#baseDelay = baseDelay
    this.#maxDelay = maxDelay
  }

  when(item: T): number {
    const failures = this.#failures.add(item) - 1
    return Math.min(this.#baseDelay * 2 ** failures, this.#maxDelay)
  }

  forget(item: T): void {
    this.#failures.forget(item)
  }

  numRequeues(item: T): number {
    return this.#failures.of(item)
  }
}
