import { Backoff, type BackoffOptions } from './backoff.js'
import type { Clock } from './clock.js'
import { sleep } from './sleep.js'
import { newWaitTimeout } from './wait-timeout.js'

/**
 * Calls `attempt` until it says `true`, with growing delays between, and `steps` times at the most.
 *
 * @throws MachineryError `WaitTimeout` when the steps are used up; what `attempt` throws; the reason of `signal`.
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
