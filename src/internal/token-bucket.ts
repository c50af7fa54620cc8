/** How a {@link TokenBucket} is filled. */
export interface TokenBucketOptions {
  /** Tokens that it holds at the most, and at the beginning. */
  readonly size: number
  /** Milliseconds after which one more token is in it. */
  readonly refillEvery: number
  readonly clock: { monotonic(): number }
}

/** Counts how often something may be done now. */
export class TokenBucket {
  readonly #options: TokenBucketOptions
  #tokens: number
  #filledAt: number

  constructor(options: TokenBucketOptions) {
    this.#options = options
    this.#tokens = options.size
    this.#filledAt = options.clock.monotonic()
  }

  /** Takes a token. @returns whether there was one */
  take(): boolean {
    const { size, refillEvery, clock } = this.#options
    const now = clock.monotonic()
    this.#tokens = Math.min(size, this.#tokens + (now - this.#filledAt) / refillEvery)
    this.#filledAt = now
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }
}
