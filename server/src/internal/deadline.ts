import { systemClock } from 'apimachinery/wait'
import type { Clock } from './clock.js'

/** A signal that ends with another one, or after some time. */
export interface Deadline {
  readonly signal: AbortSignal
  /** Stops the timer; call it when the work has ended. */
  stop(): void
}

/**
 * Limits work to `milliseconds`. Not `AbortSignal.any` over `AbortSignal.timeout`: Node 20 collects such a signal as garbage while somebody
 * listens to it, and it never ends.
 */
export function deadline(outer: AbortSignal, milliseconds: number, clock: Clock = systemClock): Deadline {
  const late = new AbortController()
  const timer = clock.setTimer(
    () => late.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
    milliseconds,
  )
  return { signal: AbortSignal.any([outer, late.signal]), stop: () => timer.stop() }
}
