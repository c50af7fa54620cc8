import type { Clock } from 'apimachinery/wait'

/** How long requests to a host that does not answer well are held back. */
export interface Backoff {
  /** Milliseconds to wait before the next request. */
  delay(): number
  /** Tells how a request ended: its status, or undefined when there was none. */
  update(status: number | undefined): void
}

/**
 * Doubles the wait after each failure that says that the server is overloaded or gone (no answer, 429, 500 and above), up to a
 * limit; any other answer ends it. Go's `URLBackoff`, for the one host that a client speaks to.
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
    // What lies so far back says nothing any more.
    if (this.#clock.monotonic() - this.#updatedAt > 2 * this.#limit) this.#current = 0
    return this.#current
  }

  update(status: number | undefined): void {
    const failed = status === undefined || status === 429 || status >= 500
    this.#current = failed ? Math.min(this.#limit, Math.max(this.#base, this.delay() * 2)) : 0
    this.#updatedAt = this.#clock.monotonic()
  }
}
