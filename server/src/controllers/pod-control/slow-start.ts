/**
 * Calls a function `count` times, first once, then twice as often at once each time, until a call fails.
 *
 * @returns how many calls succeeded, and the first error. Source: `slowStartBatch` of pkg/controller/replicaset of Kubernetes.
 */
export async function slowStart(
  count: number,
  call: (index: number) => Promise<void>,
): Promise<{ readonly successes: number; readonly error?: unknown }> {
  let successes = 0
  for (let size = Math.min(count, 1); size > 0; size = Math.min(2 * size, count - successes)) {
    const first = successes
    const results = await Promise.allSettled(Array.from({ length: size }, (_, index) => call(first + index)))
    const failed = results.filter(({ status }) => status === 'rejected')
    successes += size - failed.length
    if (failed.length > 0) return { successes, error: (failed[0] as PromiseRejectedResult).reason }
  }
  return { successes }
}
