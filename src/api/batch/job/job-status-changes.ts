import { deepEqual } from '../../../descriptor/deep-equal.js'
import { structsOf } from '../../validation/go-values.js'
import { jobStatusDescriptor } from '../v1/descriptors.gen.js'
import type { Job, JobStatus } from '../v1/types.gen.js'

/** The changes of an update to a status. */
export interface JobStatusChanges {
  readonly finished: boolean
  readonly complete: boolean
  readonly failed: boolean
  readonly failureTarget: boolean
  readonly criteriaMet: boolean
  readonly completedIndexes: boolean
  readonly failedIndexes: boolean
  readonly active: boolean
  readonly startTime: boolean
  readonly completionTime: boolean
  readonly uncounted: boolean
  readonly ready: boolean
  readonly terminating: boolean
  /** The job was suspended and is not any more. */
  readonly resuming: boolean
}

/** Compares the status of a job with what it was. */
export function statusChangesOf(job: Job, old: Job): JobStatusChanges {
  const [now, before] = [job.status ?? {}, old.status ?? {}]
  const differs = (name: keyof JobStatus & string): boolean =>
    !deepEqual(jobStatusDescriptor, { [name]: now[name] }, { [name]: before[name] })
  const turned = (type: string): boolean => has(now, type, 'True') !== has(before, type, 'True')
  const isFinished = (status: JobStatus): boolean => has(status, 'Complete', 'True') || has(status, 'Failed', 'True')
  return {
    finished: isFinished(now) !== isFinished(before),
    complete: turned('Complete'),
    failed: turned('Failed'),
    failureTarget: turned('FailureTarget'),
    criteriaMet: turned('SuccessCriteriaMet'),
    completedIndexes: differs('completedIndexes'),
    failedIndexes: differs('failedIndexes'),
    active: differs('active'),
    startTime: differs('startTime'),
    completionTime: differs('completionTime'),
    uncounted: differs('uncountedTerminatedPods'),
    ready: differs('ready'),
    terminating: differs('terminating'),
    resuming: has(before, 'Suspended', 'True') && has(now, 'Suspended', 'False'),
  }
}

function has({ conditions }: JobStatus, type: string, status: string): boolean {
  return structsOf(conditions).some((condition) => condition.type === type && condition.status === status)
}
