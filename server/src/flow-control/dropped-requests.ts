import type { PassiveClock } from 'apimachinery/wait'

const maxRetryAfter = 32

/**
 * The `Retry-After` of rejected requests in seconds: it grows with their number.
 *
 * Source: `DroppedRequestsTracker` of k8s.io/apiserver/pkg/util/flowcontrol.
 */
export class DroppedRequests {
  readonly #byLevel = new Map<string, LevelHistory>()
  readonly #clock: PassiveClock

  constructor(clock: PassiveClock) {
    this.#clock = clock
  }

  record(level: string): void {
    let history = this.#byLevel.get(level)
    if (history === undefined) {
      history = new LevelHistory()
      this.#byLevel.set(level, history)
    }
    history.record(Math.floor(this.#clock.now() / 1000))
  }

  retryAfter(level: string): number {
    return this.#byLevel.get(level)?.retryAfter ?? 1
  }
}

class LevelHistory {
  retryAfter = 1
  #history: { readonly second: number; readonly requests: number }[] = []
  #second = 0
  #count = 0
  #updated = 0

  record(second: number): void {
    if (second === this.#second) {
      this.#count++
      return
    }
    this.#history.push({ second: this.#second, requests: this.#count })
    const oldest = second - Math.min(2 * this.retryAfter, maxRetryAfter)
    this.#history = this.#history.filter((each) => each.second >= oldest)
    this.#second = second
    this.#count = 1
    this.#update(second)
  }

  #update(second: number): void {
    let dropped = 0
    for (const each of this.#history) {
      if (second - each.second <= this.retryAfter && each.second < second) dropped += each.requests
    }
    if (second - this.#updated >= this.retryAfter && dropped >= 3 * this.retryAfter) {
      this.retryAfter = Math.min(this.retryAfter * 2, maxRetryAfter)
      this.#updated = second
    } else if (dropped < this.retryAfter && this.retryAfter > 1) {
      this.retryAfter--
    }
  }
}
