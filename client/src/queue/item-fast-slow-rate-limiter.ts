import { ItemFailures } from './item-failures.js'
import type { RateLimiter } from './rate-limiter.js'

/** How an {@link ItemFastSlowRateLimiter} counts; delays in milliseconds. */
export interface FastSlowOptions {
  readonly fastDelay: number
  readonly slowDelay: number
  /** Failures after which the slow delay counts. */
  readonly maxFastAttempts: number
}

/** A short delay for the first failures of an item, a long one for later ones. */
export class ItemFastSlowRateLimiter<T> implements RateLimiter<T> {
  readonly #failures = new ItemFailures<T>()
  readonly #options: FastSlowOptions

  constructor(options: FastSlowOptions) {
    this.#options = options
  }

  when(item: T): number {
    const { fastDelay, slowDelay, maxFastAttempts } = this.#options
    return this.#failures.add(item) <= maxFastAttempts ? fastDelay : slowDelay
  }

  forget(item: T): void {
    this.#failures.forget(item)
  }

  numRequeues(item: T): number {
    return this.#failures.of(item)
  }
}
