const firstPause = 200
const longestPause = 3000
const growth = 1.6
const jitter = 0.2

/** When a server is tried again that could not be reached. Source: doc/connection-backoff.md of gRPC. */
export class Backoff {
  readonly #random: () => number
  #pause = firstPause
  #until = 0

  /** `random` gives numbers from 0 to 1. */
  constructor(random: () => number = Math.random) {
    this.#random = random
  }

  /** Whether it is too early to try again; `now` in milliseconds. */
  isEarly(now: number): boolean {
    return now < this.#until
  }

  failed(now: number): void {
    this.#until = now + this.#pause * (1 + jitter * (2 * this.#random() - 1))
    this.#pause = Math.min(this.#pause * growth, longestPause)
  }

  succeeded(): void {
    this.#pause = firstPause
    this.#until = 0
  }
}
