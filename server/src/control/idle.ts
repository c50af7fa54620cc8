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
  const deadline = performance.now() + options.timeout
  const end = clock.monotonic() + milliseconds
  const untilIdle = (): Promise<void> => {
    const timeout = Math.max(0, Math.ceil(deadline - performance.now()))
    return server.untilIdle({ ...options, timeout })
  }
  await untilIdle()
  for (let left = end - clock.monotonic(); left > 0; left = end - clock.monotonic()) {
    clock.step(Math.min(clock.untilNextTimer ?? left, left))
    await untilIdle()
  }
}
