import { JobTrackingFinalizer } from 'apimachinery/api/batch/v1'
import type { Pod, PodTemplateSpec } from 'apimachinery/api/core/v1'
import { isPodReady, isPodTerminating } from '../pod-control/pod-state.js'
import { type BackOff, remainingPause } from './back-off.js'
import {
  completionIndexes,
  failuresAfter,
  generateNameForIndex,
  indexFailures,
  templateForIndex,
  withIndexVariable,
} from './completion-index.js'
import { IndexIntervals } from './index-intervals.js'
import { surplusOfIndexes } from './indexed-pods.js'
import { failsPerIndex, isIndexed, isSuspended, replacesOnlyFailed } from './job-facts.js'
import type { JobPods } from './job-pods.js'
import type { JobRun } from './job-run.js'
import { podFinishTime } from './pod-finish-time.js'
import { compareForRemoval } from './removal-order.js'

/** What pods are created and deleted with. */
export interface ManageParts {
  readonly pods: JobPods
  readonly backOff: BackOff
  /** Milliseconds since 1970. */
  readonly now: number
}

/** The most pods that one call creates or deletes. */
const mostAtOnce = 500

/** Shortest pause before another look for a pod to create, in milliseconds. */
const shortestPause = 1000

/** Creates the pods that a job lacks, or deletes those that it has too many. Source: pkg/controller/job of Kubernetes. */
export async function managePods(run: JobRun, parts: ManageParts): Promise<void> {
  const surplus = surplusPods(run)
  if (surplus.length > 0) await deletePods(run, surplus, (pod) => parts.pods.deleteUncounted(run.job, pod))
  else if (!isSuspended(run.job)) await createPods(run, parts)
}

/** Deletes the pods of a job that ends; their ends are counted afterwards. */
export async function deleteActivePods(run: JobRun, pods: JobPods): Promise<void> {
  await deletePods(run, run.activePods, (pod) => pods.delete(run.job, pod))
}

async function deletePods(run: JobRun, pods: readonly Pod[], remove: (pod: Pod) => Promise<void>): Promise<void> {
  const results = await Promise.allSettled(pods.map(remove))
  for (const [i, result] of results.entries()) {
    if (result.status === 'rejected') {
      run.problem ??= result.reason
      continue
    }
    run.active--
    run.terminating++
    if (isPodReady(pods[i]!)) run.ready--
  }
}

/** How many pods are to be active. */
function wantedActive({ job, succeeded, active }: JobRun): number {
  const { completions, parallelism = 1 } = job.spec ?? {}
  // Without a number of completions each pod decides whether the job is done: the first success ends the creation of pods.
  if (completions === undefined) return succeeded > 0 ? active : parallelism
  return Math.max(0, Math.min(completions - succeeded, parallelism))
}

function surplusPods(run: JobRun): readonly Pod[] {
  const { job, activePods } = run
  if (isSuspended(job)) return activePods
  const atLeast = Math.max(0, run.active - wantedActive(run))
  const { surplus, left } = isIndexed(job) ? surplusOfIndexes(job, activePods) : { surplus: [], left: [...activePods] }
  const more = left.sort(compareForRemoval).slice(0, Math.max(0, atLeast - surplus.length))
  return [...surplus, ...more].slice(0, mostAtOnce)
}

async function createPods(run: JobRun, { pods, backOff, now }: ManageParts): Promise<void> {
  const { job } = run
  const terminating = replacesOnlyFailed(job) ? run.terminating : 0
  const missing = wantedActive(run) - terminating - run.active
  if (missing <= 0) return
  const pause = failsPerIndex(job) ? 0 : remainingPause(backOff, now)
  if (pause > 0) {
    run.lookAgain(Math.max(pause, shortestPause))
    return
  }
  const count = Math.min(missing, mostAtOnce)
  const jobs = isIndexed(job) ? indexedCreations(run, { count, now }) : plainCreations(run, count)
  await inGrowingBatches(jobs, async ({ template, generateName }) => {
    run.active++
    await pods.create(job, template, generateName).catch((error: unknown) => {
      run.active--
      run.problem ??= error
      throw error
    })
  })
}

/** A pod to create. */
interface Creation {
  readonly template: PodTemplateSpec
  readonly generateName?: string | undefined
}

function trackedTemplate({ job }: JobRun): PodTemplateSpec {
  const { template } = job.spec!
  const finalizers = template.metadata?.finalizers ?? []
  if (finalizers.includes(JobTrackingFinalizer)) return template
  return { ...template, metadata: { ...template.metadata, finalizers: [...finalizers, JobTrackingFinalizer] } }
}

function plainCreations(run: JobRun, count: number): Creation[] {
  return Array.from({ length: count }, () => ({ template: trackedTemplate(run) }))
}

function indexedCreations(run: JobRun, { count, now }: { readonly count: number; readonly now: number }): Creation[] {
  const { job, delayedPods } = run
  const template = withIndexVariable(trackedTemplate(run))
  let indexes = pendingIndexes(run, count)
  if (failsPerIndex(job)) {
    const pauses = new Map(indexes.map((index) => [index, pauseOfIndex(delayedPods.get(index), now)]))
    const due = indexes.filter((index) => pauses.get(index) === 0)
    if (due.length === 0 && indexes.length > 0) run.lookAgain(Math.max(shortestPause, Math.min(...pauses.values())))
    indexes = due
  }
  return indexes.map((index) => {
    const failures = failsPerIndex(job) ? failuresAfter(job, delayedPods.get(index)) : undefined
    return {
      template: templateForIndex(template, job, { index, failures }),
      generateName: generateNameForIndex(job.metadata?.name ?? '', index),
    }
  })
}

/** Indexes that have not ended and have no pod. */
function pendingIndexes({ job, pods, activePods, succeededIndexes, failedIndexes }: JobRun, count: number): number[] {
  const terminating = replacesOnlyFailed(job) ? pods.filter(isPodTerminating) : []
  return succeededIndexes
    .union(IndexIntervals.of(completionIndexes([...activePods, ...terminating])))
    .union(failedIndexes ?? IndexIntervals.none)
    .firstMissing(count, job.spec?.completions ?? 0)
}

function pauseOfIndex(failed: Pod | undefined, now: number): number {
  if (failed === undefined) return 0
  const { counted, ignored } = indexFailures(failed)
  return remainingPause({ failures: counted + ignored + 1, lastFailure: podFinishTime(failed) }, now)
}

/** Calls a function for one, two, four and more items at once; after a failure it leaves out those that follow. */
async function inGrowingBatches<T>(items: readonly T[], call: (item: T) => Promise<void>): Promise<void> {
  for (let start = 0, size = 1; start < items.length; start += size, size *= 2) {
    const results = await Promise.allSettled(items.slice(start, start + size).map(call))
    if (results.some(({ status }) => status === 'rejected')) return
  }
}
