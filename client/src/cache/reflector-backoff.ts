import type { Clock } from 'apimachinery/wait'

/** How a {@link ReflectorBackoff} grows; milliseconds. */
export interface ReflectorBackoffOptions {
  /** Shortest pause. Default 800. */
  readonly base?: number | undefined
  /** Longest pause. Default 30,000. */
  readonly cap?: number | undefined
  /** Pauses are short again when so much time passed since the last one. Default 120,000. */
  readonly resetAfter?: number | undefined
}

/**
 * Delays before the next attempt, with decorrelated jitter: each is random between the minimum and three times the previous
 * one, so that clients that lost their server at the same time do not reconnect at the same time.
 */
export class ReflectorBackoff {
  readonly #base: number
  readonly #cap: number
  readonly #resetAfter: number
  readonly #clock: Clock
  readonly #random: () => number
  #last: number
  #lastAt: number

  constructor(options: ReflectorBackoffOptions & { readonly clock: Clock; readonly random: () => number }) {
    this.#base = options.base ?? 800
    this.#cap = options.cap ?? 30_000
    this.#resetAfter = options.resetAfter ?? 120_000
    this.#clock = options.clock
    this.#random = options.random
    this.#last = this.#base
    this.#lastAt = this.#clock.monotonic()
  }

  /** The next pause, at least `atLeast`. */
  next(atLeast = 0): number {
    const now = this.#clock.monotonic()
    if (now - this.#lastAt > this.#resetAfter) this.#last = this.#base
    const highest = Math.min(this.#cap, this.#last * 3)
    this.#last = this.#base + this.#random() * Math.max(0, highest - this.#base)
    const pause = Math.max(this.#last, atLeast)
    this.#lastAt = now + pause
    return pause
  }
}
