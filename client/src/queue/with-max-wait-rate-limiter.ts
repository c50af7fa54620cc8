import type { RateLimiter } from './rate-limiter.js'

/** Another limiter, whose delays are `maxDelay` milliseconds at the most. */
export class WithMaxWaitRateLimiter<T> implements RateLimiter<T> {
  readonly #limiter: RateLimiter<T>
  readonly #maxDelay: number

  constructor(limiter: RateLimiter<T>, maxDelay: number) {
    this.#limiter = limiter
    this.#maxDelay = maxDelay
  }

  when(item: T): number {
    return Math.min(this.#limiter.when(item), this.#maxDelay)
  }

  forget(item: T): void {
    this.#limiter.forget(item)
  }

  numRequeues(item: T): number {
    return this.#limiter.numRequeues(item)
  }
}
