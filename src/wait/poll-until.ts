import { systemClock } from './clock.js'
import { type SleepOptions, sleep } from './sleep.js'
import { newWaitTimeout } from './wait-timeout.js'

/** How a condition is polled. Times are in milliseconds. */
export interface PollOptions extends SleepOptions {
  /** Time between two questions, counted from one answer to the next question. */
  readonly interval: number
  /** Forever when absent. */
  readonly timeout?: number | undefined
  /** Polls immediately, before the first interval. Default: false. */
  readonly immediate?: boolean | undefined
}

/**
 * Calls `condition` at intervals until it returns `true`.
 *
 * @throws MachineryError `WaitTimeout` if the time is over; errors of `condition`; the reason of `signal`.
 */
export async function pollUntil(
  options: PollOptions,
  condition: (signal: AbortSignal) => boolean | Promise<boolean>,
): Promise<void> {
  const { clock = systemClock, interval, timeout, signal, immediate = false } = options
  const ended = new AbortController()
  const interrupt = () => ended.abort(signal?.reason)
  if (signal?.aborted === true) interrupt()
  signal?.addEventListener('abort', interrupt, { once: true })
  const timer =
    timeout === undefined ? undefined : clock.setTimer(() => ended.abort(newWaitTimeout()), timeout, options)
  try {
    if (!immediate) await sleep(interval, { ...options, signal: ended.signal })
    for (;;) {
      ended.signal.throwIfAborted()
      if (await condition(ended.signal)) return
      await sleep(interval, { ...options, signal: ended.signal })
    }
  } finally {
    timer?.stop()
    signal?.removeEventListener('abort', interrupt)
  }
}
