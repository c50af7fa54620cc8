import { type Clock, systemClock, type Timer } from 'apimachinery/wait'
import type { Enqueue, EventSource } from './event-source.js'
import { millisecondsOf, type ReconcileKey } from './reconcile-request.js'

/** The interval and the keys of a {@link TimerSource}. */
export interface TimerSourceOptions {
  /** Time between two looks: milliseconds, or Go's notation. */
  readonly every: number | string
  /** The keys to reconcile; called each time. */
  readonly keys: () => Iterable<ReconcileKey>
  readonly name?: string | undefined
  readonly clock?: Clock | undefined
}

/** Keys that are looked at now and then. */
export class TimerSource implements EventSource {
  readonly name: string
  readonly idle = true
  readonly #options: TimerSourceOptions
  readonly #period: number

  /** @throws MachineryError `InvalidDuration` */
  constructor(options: TimerSourceOptions) {
    this.#options = options
    this.name = options.name ?? 'timer'
    this.#period = Math.max(1, millisecondsOf(options.every))
  }

  async start(enqueue: Enqueue, signal: AbortSignal): Promise<void> {
    const { clock = systemClock, keys } = this.#options
    let timer: Timer
    const tick = (): void => {
      for (const key of keys()) enqueue(key)
      timer = clock.setTimer(tick, this.#period)
    }
    tick()
    signal.addEventListener('abort', () => timer.stop(), { once: true })
  }
}
