import { type Clock, systemClock } from 'apimachinery/wait'
import type { RateLimiter } from './rate-limiter.js'

/** How a {@link BucketRateLimiter} is filled. */
export interface BucketOptions {
  /** Tokens a second. */
  readonly qps: number
  /** Size of the bucket, full at first. */
  readonly burst: number
  readonly clock?: Clock | undefined
}

/** One token bucket for all items: without a token, an item waits for the next one that is not reserved. */
export class BucketRateLimiter<T> implements RateLimiter<T> {
  readonly #options: BucketOptions
  readonly #clock: Clock
  #tokens: number
  #filledAt: number

  constructor(options: BucketOptions) {
    this.#options = options
    this.#clock = options.clock ?? systemClock
    this.#tokens = options.burst
    this.#filledAt = this.#clock.monotonic()
  }

  when(_item: T): number {
    const { qps, burst } = this.#options
    const now = this.#clock.monotonic()
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#filledAt) / 1000) * qps) - 1
    this.#filledAt = now
    return this.#tokens >= 0 ? 0 : (-this.#tokens / qps) * 1000
  }

  forget(_item: T): void {}

  numRequeues(_item: T): number {
    return 0
  }
}
