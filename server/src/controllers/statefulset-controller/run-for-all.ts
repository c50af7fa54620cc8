import type { Pod } from 'apimachinery/api/core/v1'
import { asError, newAggregate } from 'apimachinery/errors'

/** The largest number of pods that are worked on at once. */
const largestBatch = 500

/**
 * Calls a function for pods: one after another until it answers true, or, where their order does not matter, for one, then for twice as many
 * each time, until one fails. Source: `runForAll` in pkg/controller/statefulset of Kubernetes.
 *
 * @returns whether it stopped. @throws Aggregate of the errors of a batch.
 */
export async function runForAll(
  pods: readonly Pod[],
  ordered: boolean,
  act: (pod: Pod) => Promise<boolean>,
): Promise<boolean> {
  if (ordered) {
    for (const pod of pods) if (await act(pod)) return true
    return false
  }
  for (let done = 0, size = 1; done < pods.length; done += size, size = Math.min(2 * size, largestBatch)) {
    const results = await Promise.allSettled(pods.slice(done, done + size).map(act))
    const failed = newAggregate(results.flatMap((each) => (each.status === 'rejected' ? [asError(each.reason)] : [])))
    if (failed !== undefined) throw failed
  }
  return false
}
