/** A timer that was started. */
export interface Timer {
  /** After this the callback is not called. */
  stop(): void
}

/** Time as a server sees it; tests give their own. Source: k8s.io/utils/clock. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls `run` once after so many milliseconds. */
  afterFunc(milliseconds: number, run: () => void): Timer
}

const longest = 2 ** 31 - 1

/** The time of the machine. */
export const realClock: Clock = {
  now: () => Date.now(),
  afterFunc(milliseconds, run) {
    // Longer timers would fire at once.
    const handle = setTimeout(run, Math.min(Math.max(milliseconds, 0), longest))
    return { stop: () => clearTimeout(handle) }
  },
}
