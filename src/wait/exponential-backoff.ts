import { Backoff, type BackoffOptions } from './backoff.js'
import type { Clock } from './clock.js'
import { sleep } from './sleep.js'
import { newWaitTimeout } from './wait-timeout.js'

/**
 * Calls `attempt` until it returns `true`, with growing delays, at most `steps` times.
 *
 * @throws MachineryError `WaitTimeout` if the steps are used up; errors of `attempt`; the reason of `signal`.
 */
export async function exponentialBackoff(
  options: BackoffOptions & { readonly clock?: Clock | undefined; readonly signal?: AbortSignal | undefined },
  attempt: () => boolean | Promise<boolean>,
): Promise<void> {
  const { clock, signal } = options
  const backoff = new Backoff(options)
  while (backoff.steps > 0) {
    signal?.throwIfAborted()
    if (await attempt()) return
    if (backoff.steps === 1) break
    await sleep(backoff.step(), { clock, signal })
  }
  throw newWaitTimeout()
}
