import type { Job, JobStatus } from 'apimachinery/api/batch/v1'
import type { Pod } from 'apimachinery/api/core/v1'
import { isDeleting } from '../controller.js'
import { completionIndex, hasValidIndex } from './completion-index.js'
import { IndexIntervals } from './index-intervals.js'
import { jobCondition, setJobCondition, trueCondition } from './job-conditions.js'
import { failsPerIndex, isFailed, isIndexed, isSucceeded, isTracked } from './job-facts.js'
import type { JobRun } from './job-run.js'
import { matchPodFailurePolicy } from './pod-failure-policy.js'

/** What pods are counted with. */
export interface TrackParts {
  /** Removes the finalizer of a pod. */
  readonly release: (pod: Pod) => Promise<void>
  /** Writes the status of a job, and gives the job that the server answers. */
  readonly write: (job: Job) => Promise<Job>
  /** Called when the ends of pods are written down. */
  readonly onNoted: () => void
  /** Milliseconds since 1970. */
  readonly now: number
}

/** The most pods that a status names as ended and not counted. */
const mostUncounted = 500

/**
 * Counts the pods of a job that have ended: names them in the status, removes their finalizers, adds them to the counts. The condition with
 * which the job ends follows when all are counted. Source: pkg/controller/job of Kubernetes.
 *
 * @returns whether the job has ended.
 */
export async function trackFinishedPods(run: JobRun, parts: TrackParts): Promise<boolean> {
  const tracked = new Set(run.pods.filter(isTracked).map(uidOf))
  if (countReleased(run.status, tracked)) run.changed = true
  const { ended, isComplete } = noteEnded(run)
  noteTarget(run, parts.now)
  if (run.changed) {
    run.job = await parts.write(run.job)
    run.changed = false
    parts.onNoted()
  }
  const problem = await release(ended, tracked, parts)
  if (countReleased(run.status, tracked)) run.changed = true
  if (problem !== undefined) {
    if (run.changed) await parts.write(run.job)
    throw problem
  }
  const finished = isComplete && finish(run)
  if (run.changed || finished) run.job = await parts.write(run.job)
  return finished
}

/** Names the pods that have ended in the status. @returns them, and whether the status had room for all. */
function noteEnded(run: JobRun): { readonly ended: Pod[]; readonly isComplete: boolean } {
  const { job, status } = run
  const uncounted = { ...status.uncountedTerminatedPods }
  const succeeded = [...(uncounted.succeeded ?? [])]
  const failed = [...(uncounted.failed ?? [])]
  const indexes: number[] = []
  const ended: Pod[] = []
  let isComplete = true
  for (const pod of run.pods.filter(isTracked)) {
    if (!mayBeReleased(run, pod)) continue
    ended.push(pod)
    if (isSucceeded(pod) && !run.uncounted.failed.has(uidOf(pod))) {
      const index = completionIndex(pod)
      if (!isIndexed(job)) {
        if (!run.uncounted.succeeded.has(uidOf(pod))) succeeded.push(uidOf(pod))
      } else if (index !== undefined && hasValidIndex(job, pod) && !run.previousIndexes.has(index)) indexes.push(index)
    } else if (countsAsFailed(run, pod)) failed.push(uidOf(pod))
    isComplete = indexes.length + succeeded.length + failed.length < mostUncounted
    if (!isComplete) break
  }
  const grew = succeeded.length + failed.length > (uncounted.succeeded?.length ?? 0) + (uncounted.failed?.length ?? 0)
  if (grew || indexes.length > 0) run.changed = true
  status.uncountedTerminatedPods = uncountedOf(succeeded, failed)
  if (isIndexed(job)) noteIndexes(run, indexes)
  return { ended, isComplete }
}

/** Whether the finalizer of a pod may be removed once its end is noted. */
function mayBeReleased(run: JobRun, pod: Pod): boolean {
  const { job } = run
  if (isDeleting(job) || run.ending !== undefined || isSucceeded(pod)) return true
  if (!isFailed(pod, job)) return false
  const index = failsPerIndex(job) ? completionIndex(pod) : undefined
  return index === undefined || run.delayedPods.get(index) !== pod
}

/** In a job that has failed, every pod that has not ended counts as failed. */
function countsAsFailed({ job, ending, uncounted }: JobRun, pod: Pod): boolean {
  const fails = isFailed(pod, job) || (ending !== undefined && ending.type !== 'SuccessCriteriaMet')
  if (!fails || uncounted.failed.has(uidOf(pod)) || !hasValidIndex(job, pod)) return false
  return matchPodFailurePolicy(job.spec?.podFailurePolicy, pod).counts
}

function noteIndexes(run: JobRun, indexes: readonly number[]): void {
  const { status } = run
  run.succeededIndexes = run.succeededIndexes.union(IndexIntervals.of(indexes))
  const completed = run.succeededIndexes.toString()
  const failed = run.failedIndexes?.toString()
  if (completed !== (status.completedIndexes ?? '') || failed !== status.failedIndexes) run.changed = true
  status.succeeded = run.succeededIndexes.total
  if (completed === '') delete status.completedIndexes
  else status.completedIndexes = completed
  status.failedIndexes = failed
}

/** Writes down that the job is about to end, before finalizers are removed. */
function noteTarget(run: JobRun, now: number): void {
  const { ending, job, status } = run
  if (ending === undefined || (ending.type !== 'FailureTarget' && ending.type !== 'SuccessCriteriaMet')) return
  if (ending.type === 'FailureTarget' || trueCondition(job, 'SuccessCriteriaMet') === undefined) {
    status.conditions = [...(status.conditions ?? []), ending]
    run.changed = true
  }
  const { reason = '', message = '' } = ending
  run.ending = jobCondition(ending.type === 'FailureTarget' ? 'Failed' : 'Complete', { reason, message }, now)
}

/** Removes finalizers. @returns the first error; pods that are released leave `tracked`. */
async function release(pods: readonly Pod[], tracked: Set<string>, parts: TrackParts): Promise<unknown> {
  const results = await Promise.allSettled(pods.map(parts.release))
  let problem: unknown
  for (const [i, result] of results.entries()) {
    if (result.status === 'fulfilled') tracked.delete(uidOf(pods[i]!))
    else problem ??= result.reason
  }
  return problem
}

/** Adds the pods to the counts that have no finalizer any more. @returns whether there were any. */
function countReleased(status: JobStatus, tracked: ReadonlySet<string>): boolean {
  const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {}
  const isTrackedUid = (uid: string): boolean => tracked.has(uid)
  const [kept, keptFailed] = [succeeded.filter(isTrackedUid), failed.filter(isTrackedUid)]
  if (kept.length === succeeded.length && keptFailed.length === failed.length) return false
  status.succeeded = (status.succeeded ?? 0) + succeeded.length - kept.length
  status.failed = (status.failed ?? 0) + failed.length - keptFailed.length
  status.uncountedTerminatedPods = uncountedOf(kept, keptFailed)
  return true
}

/** Sets the final condition, unless pods are not counted yet or still end. @returns whether it did. */
function finish({ status, ending, terminating }: JobRun): boolean {
  const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {}
  if (ending === undefined || succeeded.length + failed.length > 0 || terminating > 0) return false
  setJobCondition(status, ending)
  if (ending.type === 'Complete') status.completionTime = ending.lastTransitionTime
  return true
}

function uncountedOf(succeeded: string[], failed: string[]): NonNullable<JobStatus['uncountedTerminatedPods']> {
  return { ...(succeeded.length > 0 && { succeeded }), ...(failed.length > 0 && { failed }) }
}

function uidOf({ metadata }: Pod): string {
  return metadata?.uid ?? ''
}
