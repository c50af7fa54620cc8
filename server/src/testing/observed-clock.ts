import type { Clock, Timer, TimerOptions } from 'apimachinery/wait'

/** A clock that knows what its timers wait for. */
export class ObservedClock implements Clock {
  readonly #clock: Clock
  readonly #dues = new Set<{ readonly due: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  now(): number {
    return this.#clock.now()
  }

  monotonic(): number {
    return this.#clock.monotonic()
  }

  setTimer(callback: () => void, milliseconds: number, options?: TimerOptions): Timer {
    const waiting = { due: this.#clock.monotonic() + milliseconds }
    this.#dues.add(waiting)
    const fire = (): void => {
      this.#dues.delete(waiting)
      callback()
    }
    const timer = this.#clock.setTimer(fire, milliseconds, options)
    return {
      stop: () => {
        this.#dues.delete(waiting)
        return timer.stop()
      },
    }
  }

  /** How many timers are due within so many milliseconds. */
  dueWithin(milliseconds: number): number {
    const end = this.#clock.monotonic() + milliseconds
    let count = 0
    for (const { due } of this.#dues) if (due <= end) count++
    return count
  }
}
