/** Reads the time. */
export interface PassiveClock {
  /** Milliseconds since 1970, as `Date.now()`: it may jump when the computer's clock is set. */
  now(): number
}

/** Reads the time and sets timers. Programs that wait take one, so that tests can replace it. */
export interface Clock extends PassiveClock {
  /** Milliseconds since any moment; they never go back. For measuring how long something takes. */
  monotonic(): number
  /** Calls `callback` once, `milliseconds` from now; never before `setTimer` has returned. Zero and less mean soon. */
  setTimer(callback: () => void, milliseconds: number, options?: TimerOptions): Timer
}

/** A timer that was set. */
export interface Timer {
  /** Unsets the timer. @returns whether it would still have called back. */
  stop(): boolean
}

/** How a timer is set. */
export interface TimerOptions {
  /** Lets the process end although the timer has not fired. Default: false. */
  readonly background?: boolean
}

/** Longest delay that JavaScript's timers take: what is longer they call back at once. */
const longestDelay = 2 ** 31 - 1

/** The computer's clock. Timers may be set for any time, also for years. */
export const systemClock: Clock = /* @__PURE__ */ Object.freeze({
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimer: (callback: () => void, milliseconds: number, options: TimerOptions = {}) =>
    new SystemTimer(callback, milliseconds, options.background === true),
})

class SystemTimer implements Timer {
  readonly #callback: () => void
  readonly #background: boolean
  /** When to call back, by the monotonic clock. */
  readonly #due: number
  #handle: ReturnType<typeof setTimeout> | undefined

  constructor(callback: () => void, milliseconds: number, background: boolean) {
    this.#callback = callback
    this.#background = background
    this.#due = performance.now() + milliseconds
    this.#set(milliseconds)
  }

  stop(): boolean {
    const pending = this.#handle !== undefined
    clearTimeout(this.#handle)
    this.#handle = undefined
    return pending
  }

  #set(milliseconds: number): void {
    const isLong = milliseconds > longestDelay
    const step = isLong ? () => this.#set(this.#due - performance.now()) : () => this.#fire()
    this.#handle = setTimeout(step, isLong ? longestDelay : Math.max(0, milliseconds))
    // Browsers have numbers for timers, and no process that could end.
    if (this.#background) (this.#handle as { unref?: () => void }).unref?.()
  }

  #fire(): void {
    this.#handle = undefined
    this.#callback()
  }
}
