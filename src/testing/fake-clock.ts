import type { Clock, Timer } from '../wait/clock.js'

interface Pending {
  readonly due: number
  readonly callback: () => void
}

/** A clock that a test advances. Timers fire inside {@link FakeClock.step}, in the order in which they are due. */
export class FakeClock implements Clock {
  #now: number
  #elapsed = 0
  readonly #timers = new Set<Pending>()

  /** @param now milliseconds since 1970, or a moment. Default: 2000-01-01T00:00:00Z. */
  constructor(now: number | Date = Date.UTC(2000, 0, 1)) {
    this.#now = Number(now)
  }

  now(): number {
    return this.#now
  }

  monotonic(): number {
    return this.#elapsed
  }

  setTimer(callback: () => void, milliseconds: number): Timer {
    const timer = { due: this.#elapsed + Math.max(0, milliseconds), callback }
    this.#timers.add(timer)
    return { stop: () => this.#timers.delete(timer) }
  }

  /** How many timers are set: zero when everything under test was stopped. */
  get pendingTimers(): number {
    return this.#timers.size
  }

  /** Milliseconds until the next timer calls back; `undefined` when none is set. */
  get untilNextTimer(): number | undefined {
    const next = this.#next()
    return next && next.due - this.#elapsed
  }

  /** Moves the time on and calls the timers that are due, also those that others set meanwhile. */
  step(milliseconds: number): void {
    const end = this.#elapsed + milliseconds
    for (let next = this.#next(); next !== undefined && next.due <= end; next = this.#next()) {
      this.#move(next.due)
      this.#timers.delete(next)
      next.callback()
    }
    this.#move(end)
  }

  /** {@link FakeClock.step} that lets waiting promises run before each timer and at the end. */
  async stepAsync(milliseconds: number): Promise<void> {
    const end = this.#elapsed + milliseconds
    await settled()
    for (let next = this.#next(); next !== undefined && next.due <= end; next = this.#next()) {
      this.step(next.due - this.#elapsed)
      await settled()
    }
    this.step(Math.max(0, end - this.#elapsed))
    await settled()
  }

  /** Sets the time of day without moving timers, as a correction of the computer's clock does. */
  setTime(now: number | Date): void {
    this.#now = Number(now)
  }

  #next(): Pending | undefined {
    let first: Pending | undefined
    for (const timer of this.#timers) if (first === undefined || timer.due < first.due) first = timer
    return first
  }

  #move(elapsed: number): void {
    if (elapsed <= this.#elapsed) return
    this.#now += elapsed - this.#elapsed
    this.#elapsed = elapsed
  }
}

/** Lets promises run that wait only for each other, up to some depth. */
async function settled(): Promise<void> {
  for (let i = 0; i < 32; i++) await Promise.resolve()
}
