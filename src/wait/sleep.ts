import { type Clock, systemClock, type TimerOptions } from './clock.js'

/** How to wait. */
export interface SleepOptions extends TimerOptions {
  /** Default: {@link systemClock}. */
  readonly clock?: Clock | undefined
  /** Ends the wait when it is aborted. */
  readonly signal?: AbortSignal | undefined
}

/** Waits for some milliseconds. @throws the reason of `signal` when that is aborted, before or meanwhile. */
export function sleep(milliseconds: number, options: SleepOptions = {}): Promise<void> {
  const { clock = systemClock, signal } = options
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason)
      return
    }
    const timer = clock.setTimer(
      () => {
        signal?.removeEventListener('abort', abort)
        resolve()
      },
      milliseconds,
      options,
    )
    const abort = () => {
      timer.stop()
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', abort, { once: true })
  })
}
