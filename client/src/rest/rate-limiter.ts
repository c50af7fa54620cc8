import { type Clock, sleep } from 'apimachinery/wait'

/** Holds requests back. */
export interface RateLimiter {
  /** Resolves when a request may be sent. */
  wait(signal?: AbortSignal): Promise<void>
}

/** A bucket of `burst` tokens that is filled with `qps` tokens a second, as client-go's. */
export class TokenBucketRateLimiter implements RateLimiter {
  readonly #qps: number
  readonly #burst: number
  readonly #clock: Clock
  #tokens: number
  #filledAt: number

  constructor(qps: number, burst: number, clock: Clock) {
    this.#qps = qps
    this.#burst = burst
    this.#clock = clock
    this.#tokens = burst
    this.#filledAt = clock.monotonic()
  }

  async wait(signal?: AbortSignal): Promise<void> {
    const now = this.#clock.monotonic()
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#filledAt) / 1000) * this.#qps)
    this.#filledAt = now
    this.#tokens -= 1
    if (this.#tokens < 0) await sleep((-this.#tokens / this.#qps) * 1000, { clock: this.#clock, signal })
  }
}
