import type { JobConditionType } from 'apimachinery/api/batch/v1'
import { momentOf } from '../cluster-time.js'
import { jobCondition, trueCondition } from './job-conditions.js'
import { isFailed, isSuspended } from './job-facts.js'
import type { JobRun } from './job-run.js'
import { matchPodFailurePolicy } from './pod-failure-policy.js'
import { metSuccessPolicy } from './success-policy.js'

/** Finds out whether a job ends before all its pods have succeeded. Source: pkg/controller/job of Kubernetes. */
export function findEnding(run: JobRun, now: number): void {
  const { job } = run
  const ends = (type: JobConditionType, reason: string, message: string): void => {
    run.ending ??= jobCondition(type, { reason, message }, now)
  }
  run.ending = trueCondition(job, 'SuccessCriteriaMet')
  if (run.ending === undefined) {
    const { reason = '', message = '' } = trueCondition(job, 'FailureTarget') ?? {}
    const failJob = failJobMessage(run)
    if (trueCondition(job, 'FailureTarget') !== undefined) ends('Failed', reason, message)
    else if (failJob !== undefined) ends('FailureTarget', 'PodFailurePolicy', failJob)
  }
  if (run.ending === undefined) findLimit(run, { now, fail: (...why) => ends('FailureTarget', ...why) })
  if (job.spec?.completionMode !== 'Indexed' || run.ending !== undefined) return
  const completions = job.spec.completions ?? 0
  const failed = run.failedIndexes?.total ?? 0
  const { maxFailedIndexes } = job.spec
  if (run.failedIndexes !== undefined && maxFailedIndexes !== undefined && failed > maxFailedIndexes) {
    ends('FailureTarget', 'MaxFailedIndexesExceeded', 'Job has exceeded the specified maximal number of failed indexes')
  } else if (failed > 0 && failed + run.succeededIndexes.total >= completions) {
    ends('FailureTarget', 'FailedIndexes', 'Job has failed indexes')
  }
  const met = metSuccessPolicy(job.spec.successPolicy, completions, run.succeededIndexes)
  if (met !== undefined) ends('SuccessCriteriaMet', 'SuccessPolicy', met)
}

interface LimitParts {
  readonly now: number
  readonly fail: (reason: string, message: string) => void
}

/** The limits of failures and of time. */
function findLimit(run: JobRun, { now, fail }: LimitParts): void {
  const { job } = run
  if (run.failed > (job.spec?.backoffLimit ?? 6) || hasTooManyRestarts(run)) {
    fail('BackoffLimitExceeded', 'Job has reached the specified backoff limit')
    return
  }
  const seconds = job.spec?.activeDeadlineSeconds
  const start = momentOf(run.status.startTime)
  if (seconds === undefined || start === undefined || isSuspended(job)) return
  const left = Number(seconds) * 1000 - (now - start)
  if (left <= 0) fail('DeadlineExceeded', 'Job was active longer than specified deadline')
  else run.lookAgain(left)
}

/** Containers that are restarted in their pod count as failures there. */
function hasTooManyRestarts({ job, pods }: JobRun): boolean {
  if (job.spec?.template.spec?.restartPolicy !== 'OnFailure') return false
  const running = pods.filter(({ status }) => status?.phase === 'Running' || status?.phase === 'Pending')
  const all = running.flatMap(({ status }) => [
    ...(status?.initContainerStatuses ?? []),
    ...(status?.containerStatuses ?? []),
  ])
  const restarts = all.reduce((sum, { restartCount }) => sum + (restartCount ?? 0), 0)
  const limit = job.spec.backoffLimit ?? 6
  return limit === 0 ? restarts > 0 : restarts >= limit
}

function failJobMessage({ job, pods }: JobRun): string | undefined {
  const policy = job.spec?.podFailurePolicy
  if (policy === undefined) return undefined
  for (const pod of pods.filter((each) => isFailed(each, job))) {
    const { failJob } = matchPodFailurePolicy(policy, pod)
    if (failJob !== undefined) return failJob
  }
  return undefined
}

/** Whether enough pods of a job have succeeded, and none is active. */
export function isComplete({ job, succeeded, active }: JobRun): boolean {
  if (active > 0) return false
  const { completions } = job.spec ?? {}
  return completions === undefined ? succeeded > 0 : succeeded >= completions
}
