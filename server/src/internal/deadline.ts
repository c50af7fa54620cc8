import { type Clock, systemClock } from 'apimachinery/wait'

/** A signal that ends with another one, or after some time. */
export interface Deadline {
  readonly signal: AbortSignal
  /** Stops the timer; call it when the work has ended. */
  stop(): void
}

/** The clock of a deadline, and what is thrown when it is over. */
export interface DeadlineOptions {
  readonly clock?: Clock | undefined
  /** A `TimeoutError` where absent. */
  readonly reason?: Error | undefined
}

/**
 * Limits work to `milliseconds`. Not `AbortSignal.any` over `AbortSignal.timeout`: Node 20 collects such a signal as
 * garbage while it has listeners, and it never fires.
 */
export function deadline(
  outer: AbortSignal | undefined,
  milliseconds: number,
  { clock = systemClock, reason }: DeadlineOptions = {},
): Deadline {
  const late = new AbortController()
  const timer = clock.setTimer(
    () => late.abort(reason ?? new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
    milliseconds,
  )
  const signal = outer === undefined ? late.signal : AbortSignal.any([outer, late.signal])
  return { signal, stop: () => timer.stop() }
}
