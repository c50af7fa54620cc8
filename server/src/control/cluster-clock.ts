import type { Clock, Timer } from 'apimachinery/wait'
import { Heap } from '../internal/heap.js'

/** The state of a {@link ClusterClock}. */
export interface ClockState {
  /** Milliseconds since 1970. */
  readonly now: number
  readonly running: boolean
  readonly pending: number
  /** When the next timer is due. */
  readonly next: number | undefined
}

/** A timer that waits; those due at the same time are called in the order in which they were set. */
interface WaitingTimer {
  readonly due: number
  readonly rank: number
  readonly callback: () => void
}

/** The clock of one cluster: it runs as the machine's, or stands until it is moved on. All its timers share one of the machine. */
export class ClusterClock implements Clock {
  readonly #timers = new Heap<WaitingTimer>((a, b) => a.due < b.due || (a.due === b.due && a.rank < b.rank))
  #rank = 0
  /** What is added to the elapsed time to get the time of day. */
  #origin: number
  /** The elapsed time when the clock was last stopped or moved. */
  #elapsed = 0
  /** When that was, by the machine; absent while the clock stands. */
  #since: number | undefined = performance.now()
  #handle: ReturnType<typeof setTimeout> | undefined
  #handleDue = Number.POSITIVE_INFINITY

  constructor(now = Date.now()) {
    this.#origin = now
  }

  now(): number {
    return Math.floor(this.#origin + this.monotonic())
  }

  monotonic(): number {
    return this.#since === undefined ? this.#elapsed : this.#elapsed + performance.now() - this.#since
  }

  setTimer(callback: () => void, milliseconds: number): Timer {
    const timer = { due: this.monotonic() + Math.max(0, milliseconds), rank: this.#rank++, callback }
    this.#timers.put(timer)
    this.#schedule()
    return { stop: () => this.#timers.remove(timer) }
  }

  get state(): ClockState {
    const next = this.#timers.peek()?.due
    return {
      now: this.now(),
      running: this.#since !== undefined,
      pending: this.#timers.size,
      next: next === undefined ? undefined : Math.floor(this.#origin + next),
    }
  }

  /** Milliseconds until the next timer is due; `undefined` without timers. */
  get untilNextTimer(): number | undefined {
    const next = this.#timers.peek()
    return next && Math.max(0, next.due - this.monotonic())
  }

  /** Lets the time go on by itself, or stops it. */
  run(running: boolean): void {
    if (running === (this.#since !== undefined)) return
    this.#elapsed = this.monotonic()
    this.#since = running ? performance.now() : undefined
    this.#schedule()
  }

  /** Sets the time: forward as {@link step} does, backward without moving timers. */
  setTime(now: number): void {
    const distance = now - this.now()
    if (distance < 0) this.#origin += distance
    else this.step(distance)
  }

  /** Moves the time on at once, and calls the timers that were due until then, in their order. */
  step(milliseconds: number): void {
    this.#move(this.monotonic() + milliseconds)
    this.#fireDue()
  }

  /** Forgets all timers. */
  stop(): void {
    clearTimeout(this.#handle)
    this.#handle = undefined
    this.#timers.clear()
  }

  #move(elapsed: number): void {
    if (elapsed <= this.monotonic()) return
    this.#elapsed = elapsed
    if (this.#since !== undefined) this.#since = performance.now()
  }

  #fire(timer: WaitingTimer): void {
    this.#timers.remove(timer)
    timer.callback()
  }

  /** Sets the timer of the machine for the timer that is due first. */
  #schedule(): void {
    const due = this.#timers.peek()?.due ?? Number.POSITIVE_INFINITY
    const wait = due - this.monotonic()
    // A clock that stands has nothing to wait for, except for what is due now.
    const wanted = this.#since === undefined && wait > 0 ? Number.POSITIVE_INFINITY : due
    if (wanted === this.#handleDue && this.#handle !== undefined) return
    clearTimeout(this.#handle)
    this.#handle = undefined
    this.#handleDue = wanted
    if (wanted === Number.POSITIVE_INFINITY) return
    this.#handle = setTimeout(() => this.#wake(), Math.min(Math.max(0, Math.ceil(wait)), longestDelay))
    // The port keeps the process, not the time.
    this.#handle.unref()
  }

  #wake(): void {
    this.#handle = undefined
    this.#fireDue()
  }

  #fireDue(): void {
    const now = this.monotonic()
    // Those that are set meanwhile come later: one that is due at once must not keep the process from its other work.
    for (let left = this.#timers.size; left > 0; left--) {
      const next = this.#timers.peek()
      if (next === undefined || next.due > now) break
      this.#fire(next)
    }
    this.#schedule()
  }
}

/** The longest delay of the machine's timers. */
const longestDelay = 2 ** 31 - 1
