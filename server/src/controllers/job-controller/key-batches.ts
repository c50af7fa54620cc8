import type { Clock, Timer } from 'apimachinery/wait'

/** How long is waited for more, and how long at the most, in milliseconds. */
const [quiet, longest] = [100, 1000]

/**
 * Hands on a key when nothing more was heard about it for a moment, at the latest a second after the first time. Changes of the pods of one
 * job come in groups, and a group is to be judged at once.
 */
export class KeyBatches {
  readonly #clock: Clock
  readonly #handOn: (key: string) => void
  readonly #waiting = new Map<string, { readonly since: number; timer: Timer }>()

  constructor(clock: Clock, handOn: (key: string) => void) {
    this.#clock = clock
    this.#handOn = handOn
  }

  add(key: string): void {
    const now = this.#clock.monotonic()
    const waiting = this.#waiting.get(key)
    waiting?.timer.stop()
    const since = waiting?.since ?? now
    const due = (): void => {
      this.#waiting.delete(key)
      this.#handOn(key)
    }
    const timer = this.#clock.setTimer(due, Math.min(quiet, since + longest - now))
    this.#waiting.set(key, { since, timer })
  }

  /** Forgets what waits. */
  stop(): void {
    for (const { timer } of this.#waiting.values()) timer.stop()
    this.#waiting.clear()
  }
}
