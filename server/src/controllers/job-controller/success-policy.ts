import type { SuccessPolicy } from 'apimachinery/api/batch/v1'
import { IndexIntervals } from './index-intervals.js'

/**
 * The message of the first rule that is fulfilled; undefined if none is. Source: pkg/controller/job of Kubernetes.
 *
 * @param completions - upper bound of the indexes.
 */
export function metSuccessPolicy(
  policy: SuccessPolicy | undefined,
  completions: number,
  succeeded: IndexIntervals,
): string | undefined {
  if (succeeded.total === 0) return undefined
  const met = policy?.rules.findIndex(({ succeededIndexes, succeededCount }) => {
    if (succeededIndexes === undefined) return succeededCount !== undefined && succeeded.total >= succeededCount
    const required = IndexIntervals.parse(succeededIndexes, completions)
    const found = required.overlap(succeeded)
    return required.total > 0 && (found === required.total || (succeededCount !== undefined && found >= succeededCount))
  })
  return met === undefined || met < 0 ? undefined : `Matched rules at index ${met}`
}
