import type { Job } from 'apimachinery/api/batch/v1'
import type { Pod } from 'apimachinery/api/core/v1'
import { completionIndex, completionIndexes, hasValidIndex, indexFailures } from './completion-index.js'
import { IndexIntervals } from './index-intervals.js'
import { failsPerIndex, isFailed, isSucceeded, isTracked } from './job-facts.js'
import type { JobRun } from './job-run.js'
import { matchPodFailurePolicy } from './pod-failure-policy.js'
import { podFinishTime } from './pod-finish-time.js'
import { compareForRemoval } from './removal-order.js'

/** Finds out which indexes of a job have succeeded and failed. Source: pkg/controller/job of Kubernetes. */
export function countIndexes(run: JobRun): void {
  const { job, pods, status } = run
  const completions = job.spec?.completions ?? 0
  const indexesOf = (fits: (pod: Pod) => boolean): IndexIntervals =>
    IndexIntervals.of(completionIndexes(pods.filter((pod) => isTracked(pod) && hasValidIndex(job, pod) && fits(pod))))
  run.previousIndexes = IndexIntervals.parse(status.completedIndexes, completions)
  run.succeededIndexes = run.previousIndexes.union(indexesOf(isSucceeded))
  run.succeeded = run.succeededIndexes.total
  if (!failsPerIndex(job)) return
  const previous = IndexIntervals.parse(status.failedIndexes, completions)
  run.failedIndexes = previous.union(indexesOf((pod) => failsIndex(job, pod)))
  run.delayedPods = delayedPods(run)
}

/** Whether the failure of a pod is the last one that its index may have. */
function failsIndex(job: Job, pod: Pod): boolean {
  if (!isFailed(pod, job)) return false
  const { counts, action } = matchPodFailurePolicy(job.spec?.podFailurePolicy, pod)
  if (action === 'FailIndex') return true
  return counts && indexFailures(pod).counted >= (job.spec?.backoffLimitPerIndex ?? 0)
}

/** The last failed pod of each index that is neither done nor active. */
function delayedPods(run: JobRun): Map<number, Pod> {
  const active = completionIndexes(run.activePods)
  const delayed = new Map<number, Pod>()
  for (const pod of run.notCounted(new Set())) {
    const index = completionIndex(pod)
    if (index === undefined || !isFailed(pod, run.job) || active.has(index)) continue
    if (run.succeededIndexes.has(index) || run.failedIndexes?.has(index) === true) continue
    const other = delayed.get(index)
    if (other === undefined || isLater(pod, other)) delayed.set(index, pod)
  }
  return delayed
}

function isLater(pod: Pod, other: Pod): boolean {
  return allFailures(other) <= allFailures(pod) && podFinishTime(pod) >= podFinishTime(other)
}

function allFailures(pod: Pod): number {
  const { counted, ignored } = indexFailures(pod)
  return counted + ignored
}

/** Active pods that a job with indexes must not have, and the others: without valid index, and all but the best of an index. */
export function surplusOfIndexes(job: Job, pods: readonly Pod[]): { readonly surplus: Pod[]; readonly left: Pod[] } {
  const surplus: Pod[] = []
  const byIndex = new Map<number, Pod[]>()
  const sorted = [...pods].sort((a, b) => (completionIndex(a) ?? -1) - (completionIndex(b) ?? -1))
  for (const pod of sorted) {
    const index = completionIndex(pod)
    if (index === undefined || !hasValidIndex(job, pod)) surplus.push(pod)
    else byIndex.set(index, [...(byIndex.get(index) ?? []), pod])
  }
  const left: Pod[] = []
  for (const same of byIndex.values()) {
    const [best, ...others] = same.sort(compareForRemoval).reverse()
    left.push(best!)
    surplus.push(...others)
  }
  return { surplus, left }
}
