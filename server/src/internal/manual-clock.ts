import type { Clock, Timer } from 'apimachinery/wait'

interface Pending {
  readonly at: number
  readonly run: () => void
}

/** A clock that stands still until it is told to go on. */
export class ManualClock implements Clock {
  readonly #start: number
  #now: number
  readonly #pending = new Set<Pending>()

  constructor(now = Date.UTC(2026, 0, 1)) {
    this.#start = now
    this.#now = now
  }

  now(): number {
    return this.#now
  }

  /** How many timers run. */
  get timers(): number {
    return this.#pending.size
  }

  monotonic(): number {
    return this.#now - this.#start
  }

  setTimer(run: () => void, milliseconds: number): Timer {
    const pending = { at: this.#now + Math.max(milliseconds, 0), run }
    this.#pending.add(pending)
    return { stop: () => this.#pending.delete(pending) }
  }

  /** Moves on by so many milliseconds and runs the timers that end until then, in the order of their times. */
  advance(milliseconds: number): void {
    const end = this.#now + milliseconds
    for (;;) {
      let next: Pending | undefined
      for (const pending of this.#pending)
        if (pending.at <= end && !(pending.at >= (next?.at ?? Infinity))) next = pending
      if (next === undefined) break
      this.#pending.delete(next)
      this.#now = Math.max(this.#now, next.at)
      next.run()
    }
    this.#now = end
  }
}
