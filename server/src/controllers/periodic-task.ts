import type { Clock, Timer } from 'apimachinery/wait'

/** What runs again and again. */
export interface PeriodicTaskOptions {
  readonly clock: Clock
  /** Between the starts of two runs. */
  readonly milliseconds: number
  readonly run: () => Promise<void>
  readonly onError: (error: unknown) => void
}

/** Runs a task at once and then regularly by a clock, never twice at the same time. */
export class PeriodicTask {
  readonly #options: PeriodicTaskOptions
  #timer: Timer | undefined
  #running: Promise<void> | undefined
  #isDue = false
  #stopped = false

  constructor(options: PeriodicTaskOptions) {
    this.#options = options
  }

  start(): void {
    this.#begin()
  }

  /** Resolves when a run that has begun has ended. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#timer?.stop()
    await this.#running
  }

  #begin(): void {
    this.#timer = this.#options.clock.setTimer(() => this.#begin(), this.#options.milliseconds)
    this.#isDue = true
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
  }

  /** Turns of a clock that come while a run goes on are one turn. */
  async #run(): Promise<void> {
    while (this.#isDue && !this.#stopped) {
      this.#isDue = false
      await this.#options.run().catch(this.#options.onError)
    }
  }
}
