import { StatusError, StatusReason } from 'apimachinery/errors'
import type { IdleOptions } from '../testing/until-idle.js'
import type { Cluster } from './cluster.js'

/** How long is waited where a client says nothing. */
export const idleTimeout = 30_000

/**
 * Moves the time of a cluster on from one due moment to the next, each time after the cluster is idle. The clock stands afterwards.
 *
 * @throws StatusError `Timeout`
 */
export async function runClock({ clock, server }: Cluster, milliseconds: number, options: IdleOptions): Promise<void> {
  clock.run(false)
  const started = performance.now()
  const end = clock.monotonic() + milliseconds
  await server.untilIdle({ ...options, since: started })
  for (let left = end - clock.monotonic(); left > 0; left = end - clock.monotonic()) {
    if (performance.now() - started > options.timeout) throw endedBefore(left, options.timeout)
    clock.step(Math.min(clock.untilNextTimer ?? left, left))
    await server.untilIdle({ ...options, since: started })
  }
}

function endedBefore(left: number, timeout: number): StatusError {
  return new StatusError({
    status: 'Failure',
    code: 504,
    reason: StatusReason.Timeout,
    message: `the clock did not get to the end within ${timeout} ms: ${Math.ceil(left)} ms of its time are left`,
  })
}
