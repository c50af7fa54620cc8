import type { Clock } from 'apimachinery/wait'

/** How long requests to a host that does not answer well are held back. */
export interface Backoff {
  /** Milliseconds to wait before the next request. */
  delay(): number
  /** Records the end of a request: its status, or undefined if there was none. */
  update(status: number | undefined): void
}

/**
 * Doubles the delay after each failure that means an overloaded or unreachable server (no response, 429, 500 and above), up
 * to a limit; any other response resets it. Go's `URLBackoff`, for the one host of a client.
 */
export class ExponentialBackoff implements Backoff {
  readonly #base: number
  readonly #limit: number
  readonly #clock: Clock
  #current = 0
  #updatedAt = 0

  constructor(options: {
    readonly baseMilliseconds: number
    readonly limitMilliseconds: number
    readonly clock: Clock
  }) {
    this.#base = options.baseMilliseconds
    this.#limit = options.limitMilliseconds
    this.#clock = options.clock
  }

  delay(): number {
    // An old failure does not count any more.
    if (this.#clock.monotonic() - this.#updatedAt > 2 * this.#limit) this.#current = 0
    return this.#current
  }

  update(status: number | undefined): void {
    const failed = status === undefined || status === 429 || status >= 500
    this.#current = failed ? Math.min(this.#limit, Math.max(this.#base, this.delay() * 2)) : 0
    this.#updatedAt = this.#clock.monotonic()
  }
}
