import { Job, type JobCondition, type JobStatus } from 'apimachinery/api/batch/v1'
import type { Pod } from 'apimachinery/api/core/v1'
import { deepCopy } from 'apimachinery/descriptor'
import { isPodActive, isPodReady, isPodTerminating } from '../pod-control/pod-state.js'
import { completionIndex, hasValidIndex } from './completion-index.js'
import { IndexIntervals } from './index-intervals.js'
import { isFailed, isIndexed, isSucceeded, isTracked } from './job-facts.js'
import { matchPodFailurePolicy } from './pod-failure-policy.js'

/** What is found out about a job and changed in one call of its controller. */
export class JobRun {
  /** Replaced by the answer of the server whenever the status is written. */
  job: Job
  /** The pods that the job controls; those of a job with indexes in their order. */
  readonly pods: readonly Pod[]
  /** Pods that have neither ended nor are deleted. */
  readonly activePods: readonly Pod[]
  /** Pods that have ended since the last call. */
  readonly newlySucceeded: readonly Pod[]
  readonly newlyFailed: readonly Pod[]
  /** Uids of pods that the status names as ended, but does not count, as it was before this call. */
  readonly uncounted: { readonly succeeded: ReadonlySet<string>; readonly failed: ReadonlySet<string> }
  succeeded: number
  readonly failed: number
  active: number
  ready: number
  terminating: number
  /** Indexes that had succeeded before this call, and those that have now. */
  previousIndexes = IndexIntervals.none
  succeededIndexes = IndexIntervals.none
  /** Of a job whose indexes fail one by one. */
  failedIndexes: IndexIntervals | undefined
  /** The failed pod of each index that waits for a pod in its place: it keeps its finalizer until then. */
  delayedPods: ReadonlyMap<number, Pod> = new Map()
  /** The condition with which the job ends. */
  ending: JobCondition | undefined
  /** Whether the status has to be written. */
  changed = false
  /** Milliseconds of the cluster's time after which the job is looked at again. */
  again: number | undefined
  /** The first error of a write to a pod; the status is written nevertheless. */
  problem: unknown

  constructor(job: Job, pods: readonly Pod[]) {
    this.job = new Job({ ...job, status: { uncountedTerminatedPods: {}, ...deepCopy(job.status) } })
    this.pods = isIndexed(job) ? [...pods].sort((a, b) => indexOrder(a) - indexOrder(b)) : pods
    this.activePods = this.pods.filter(isPodActive)
    const { succeeded = [], failed = [] } = this.status.uncountedTerminatedPods ?? {}
    this.uncounted = { succeeded: new Set(succeeded), failed: new Set(failed) }
    this.newlySucceeded = this.notCounted(this.uncounted.succeeded).filter(isSucceeded)
    this.newlyFailed = this.notCounted(this.uncounted.failed).filter((pod) => isFailed(pod, job))
    this.succeeded = (this.status.succeeded ?? 0) + this.newlySucceeded.length + succeeded.length
    const failures = this.newlyFailed.filter((pod) => matchPodFailurePolicy(job.spec?.podFailurePolicy, pod).counts)
    this.failed = (this.status.failed ?? 0) + failures.length + failed.length
    this.active = this.activePods.length
    this.ready = this.activePods.filter(isPodReady).length
    this.terminating = this.pods.filter(isPodTerminating).length
  }

  get status(): JobStatus {
    this.job.status ??= {}
    return this.job.status
  }

  /** Pods with finalizer and valid index that are not among those of these uids. */
  notCounted(uids: ReadonlySet<string>): Pod[] {
    return this.pods.filter(
      (pod) => isTracked(pod) && !uids.has(pod.metadata?.uid ?? '') && hasValidIndex(this.job, pod),
    )
  }

  /** Asks for another look after some milliseconds, or earlier where that was asked for already. */
  lookAgain(milliseconds: number): void {
    this.again = Math.min(this.again ?? Number.POSITIVE_INFINITY, milliseconds)
  }
}

function indexOrder(pod: Pod): number {
  return completionIndex(pod) ?? -1
}
