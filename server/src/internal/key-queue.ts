import { Backoff, type Clock, systemClock, type Timer } from 'apimachinery/wait'

/** Is told what happens to the keys of a queue. */
export interface KeyQueueObserver {
  added(key: string): void
  started(key: string): void
  ended(key: string): void
  retried(key: string): void
}

/** Makes the observer of a queue, by upstream's name of it. */
export type QueueObservers = (name: string) => KeyQueueObserver

/** How a {@link KeyQueue} works. */
export interface KeyQueueOptions {
  /** Brings what a key names into its wanted state. What it throws puts the key back, later each time. */
  readonly sync: (key: string) => Promise<void>
  readonly onError: (error: unknown) => void
  readonly clock?: Clock
  /** Keys that are worked on at once; default 1. */
  readonly workers?: number
  readonly observer?: KeyQueueObserver | undefined
}

const firstDelay = 5
const longestDelay = 30_000

/** Keys that wait to be worked on: each stands there once, and none is worked on twice at the same time. */
export class KeyQueue {
  readonly #options: KeyQueueOptions
  readonly #clock: Clock
  readonly #waiting = new Set<string>()
  readonly #running = new Set<string>()
  readonly #backoffs = new Map<string, Backoff>()
  readonly #timers = new Map<string, Timer>()
  readonly #idle = new Set<() => void>()
  #started = false
  #stopped = false

  constructor(options: KeyQueueOptions) {
    this.#options = options
    this.#clock = options.clock ?? systemClock
  }

  start(): void {
    this.#started = true
    this.#work()
  }

  add(key: string): void {
    if (this.#stopped) return
    if (!this.#waiting.has(key)) this.#options.observer?.added(key)
    this.#waiting.add(key)
    this.#work()
  }

  /** Adds a key after some milliseconds; an earlier time that was set for it counts no more. */
  addAfter(key: string, milliseconds: number): void {
    if (this.#stopped) return
    this.#timers.get(key)?.stop()
    const timer = this.#clock.setTimer(() => {
      this.#timers.delete(key)
      this.add(key)
    }, milliseconds)
    this.#timers.set(key, timer)
  }

  /** Drops what waits, and resolves when what is worked on has ended. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#waiting.clear()
    for (const timer of this.#timers.values()) timer.stop()
    this.#timers.clear()
    while (this.#running.size > 0) await new Promise<void>((resolve) => this.#idle.add(resolve))
  }

  #work(): void {
    if (!this.#started || this.#stopped) return
    for (const key of this.#waiting) {
      if (this.#running.size >= (this.#options.workers ?? 1)) return
      if (this.#running.has(key)) continue
      this.#waiting.delete(key)
      this.#running.add(key)
      this.#options.observer?.started(key)
      void this.#run(key)
    }
  }

  async #run(key: string): Promise<void> {
    try {
      await this.#options.sync(key)
      this.#backoffs.delete(key)
    } catch (error) {
      if (!this.#stopped) this.#retry(key, error)
    }
    this.#running.delete(key)
    this.#options.observer?.ended(key)
    for (const resolve of this.#idle) resolve()
    this.#idle.clear()
    this.#work()
  }

  #retry(key: string, error: unknown): void {
    this.#options.onError(error)
    this.#options.observer?.retried(key)
    let backoff = this.#backoffs.get(key)
    if (backoff === undefined) {
      backoff = new Backoff({ duration: firstDelay, factor: 2, steps: 20, cap: longestDelay })
      this.#backoffs.set(key, backoff)
    }
    this.addAfter(key, backoff.step())
  }
}
