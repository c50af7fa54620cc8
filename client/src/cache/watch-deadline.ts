import type { Clock, Timer } from 'apimachinery/wait'

/** A deadline that can be extended. */
export class WatchDeadline {
  readonly #clock: Clock
  readonly #end: () => void
  #timer: Timer | undefined
  #passed = false
  /** By the monotonic clock. */
  #due = 0

  constructor(clock: Clock, end: () => void) {
    this.#clock = clock
    this.#end = end
  }

  /** Whether the time came. */
  get passed(): boolean {
    return this.#passed
  }

  /** Sets the deadline to a number of milliseconds from now. Cheap: called for each event. */
  set(milliseconds: number): void {
    this.#due = this.#clock.monotonic() + milliseconds
    if (this.#timer === undefined) this.#arm()
  }

  #arm(): void {
    const check = (): void => {
      this.#timer = undefined
      if (this.#clock.monotonic() < this.#due) this.#arm()
      else {
        this.#passed = true
        this.#end()
      }
    }
    // A watch must not keep a process alive.
    this.#timer = this.#clock.setTimer(check, this.#due - this.#clock.monotonic(), { background: true })
  }

  /** Removes the deadline. */
  clear(): void {
    this.#timer?.stop()
    this.#timer = undefined
  }
}
