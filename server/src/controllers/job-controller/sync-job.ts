import type { SharedInformer } from '@apimachinery/client/cache'
import type { Job } from 'apimachinery/api/batch/v1'
import { timeAt } from '../cluster-time.js'
import { type ControllerContext, isDeleting } from '../controller.js'
import { type BackOff, nextBackOff } from './back-off.js'
import { findEnding, isComplete } from './find-ending.js'
import { countIndexes } from './indexed-pods.js'
import { jobCondition, setJobCondition } from './job-conditions.js'
import { isFinished, isIndexed, isManagedElsewhere, isSuspended } from './job-facts.js'
import type { JobPods } from './job-pods.js'
import { JobRun } from './job-run.js'
import { deleteActivePods, managePods } from './manage-pods.js'
import { trackFinishedPods } from './track-finished-pods.js'

/** What {@link JobSync} works with. */
export interface JobSyncParts {
  readonly context: ControllerContext
  readonly jobs: SharedInformer<Job>
  readonly pods: JobPods
}

/** Brings a job one step further: creates and deletes pods, counts those that have ended, writes the status. Source: pkg/controller/job of Kubernetes. */
export class JobSync {
  readonly #parts: JobSyncParts
  readonly #backOffs = new Map<string, BackOff>()

  constructor(parts: JobSyncParts) {
    this.#parts = parts
  }

  /** @returns the milliseconds of the cluster's time after which the job is to be looked at again. */
  async sync(key: string): Promise<number | undefined> {
    const { jobs, pods, context } = this.#parts
    if (!(await pods.writesSeen(key))) return undefined
    const job = jobs.lister.getByKey(key)
    if (job === undefined || isFinished(job)) {
      this.#backOffs.delete(key)
      pods.forget(key)
      return undefined
    }
    if (isManagedElsewhere(job)) return undefined
    if (!['NonIndexed', 'Indexed'].includes(job.spec?.completionMode ?? 'NonIndexed')) {
      const message = 'Skipped Job sync because completion mode is unknown'
      context.events.event(job, 'Warning', 'UnknownCompletionMode', message)
      return undefined
    }
    const run = new JobRun(job, await pods.claim(job))
    await this.#step(run, key)
    if (run.problem !== undefined) throw run.problem
    return run.again
  }

  async #step(run: JobRun, key: string): Promise<void> {
    const { context, pods } = this.#parts
    const now = context.clock.now()
    const { status } = run
    if (status.startTime === undefined && !isSuspended(run.job)) status.startTime = timeAt(now)
    const backOff = nextBackOff(this.#backOffs.get(key), { succeeded: run.newlySucceeded, failed: run.newlyFailed })
    if (isIndexed(run.job)) countIndexes(run)
    findEnding(run, now)
    if (run.ending !== undefined) {
      await deleteActivePods(run, pods)
      // The job has not ended while it has active pods.
      if (run.active > 0) run.ending = undefined
    } else {
      const deleting = isDeleting(run.job)
      if (!deleting) await managePods(run, { pods, backOff, now })
      const [reason, message] = ['CompletionsReached', 'Reached expected number of succeeded pods']
      if (isComplete(run)) run.ending = jobCondition('SuccessCriteriaMet', { reason, message }, now)
      else if (!deleting) this.#noteSuspension(run, now)
    }
    noteCounts(run)
    const ended = await trackFinishedPods(run, {
      release: (pod) => pods.release(run.job, pod),
      write: (job) => pods.writeStatus(job),
      onNoted: () => this.#backOffs.set(key, backOff),
      now,
    })
    if (ended) this.#reportEnd(run)
  }

  #noteSuspension(run: JobRun, now: number): void {
    const { job, status } = run
    const suspended = isSuspended(job)
    const [reason, message] = suspended ? ['JobSuspended', 'Job suspended'] : ['JobResumed', 'Job resumed']
    const condition = jobCondition('Suspended', { reason, message, status: suspended ? 'True' : 'False' }, now)
    if (!setJobCondition(status, condition)) return
    run.changed = true
    this.#parts.context.events.event(job, 'Normal', suspended ? 'Suspended' : 'Resumed', message)
    // The deadline counts the time in which the job is active.
    status.startTime = suspended ? undefined : timeAt(now)
  }

  #reportEnd({ job, ending }: JobRun): void {
    const { events } = this.#parts.context
    if (ending?.type !== 'Complete') {
      events.event(job, 'Warning', ending?.reason ?? '', ending?.message ?? '')
      return
    }
    const { completions } = job.spec ?? {}
    if (completions !== undefined && (job.status?.succeeded ?? 0) > completions) {
      const message = 'Too many succeeded pods running after completion count reached'
      events.event(job, 'Warning', 'TooManySucceededPods', message)
    }
    events.event(job, 'Normal', 'Completed', 'Job completed')
  }
}

/** Writes the counts of pods that exist into the status. */
function noteCounts(run: JobRun): void {
  const { status, active, ready, terminating } = run
  const same = active === (status.active ?? 0) && ready === status.ready && terminating === status.terminating
  if (!same) run.changed = true
  Object.assign(status, { active, ready, terminating })
}
