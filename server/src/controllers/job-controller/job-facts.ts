import { type Job, JobControllerName, JobTrackingFinalizer } from 'apimachinery/api/batch/v1'
import type { Pod } from 'apimachinery/api/core/v1'
import { isDeleting } from '../controller.js'

/** Whether the pods of a job have numbers. */
export function isIndexed({ spec }: Job): boolean {
  return spec?.completionMode === 'Indexed'
}

/** Whether the indexes of a job fail one by one. */
export function failsPerIndex({ spec }: Job): boolean {
  return spec?.backoffLimitPerIndex !== undefined
}

export function isSuspended({ spec }: Job): boolean {
  return spec?.suspend === true
}

/** Whether a job is complete or has failed. */
export function isFinished({ status }: Job): boolean {
  const ended = status?.conditions?.some(
    ({ type, status: is }) => (type === 'Complete' || type === 'Failed') && is === 'True',
  )
  return ended ?? false
}

/** Whether another controller runs the job. */
export function isManagedElsewhere({ spec }: Job): boolean {
  return spec?.managedBy !== undefined && spec.managedBy !== JobControllerName
}

/** Whether a pod is replaced only once it has failed, and not when it is deleted. */
export function replacesOnlyFailed({ spec }: Job): boolean {
  return spec?.podReplacementPolicy === 'Failed' || spec?.podFailurePolicy !== undefined
}

/** Whether a pod counts as failed. One that is deleted does, as it may never reach the phase, unless only failed pods are replaced. */
export function isFailed(pod: Pod, job: Job): boolean {
  const phase = pod.status?.phase
  return phase === 'Failed' || (!replacesOnlyFailed(job) && isDeleting(pod) && phase !== 'Succeeded')
}

export function isSucceeded({ status }: Pod): boolean {
  return status?.phase === 'Succeeded'
}

/** Whether the end of a pod is not counted yet: its finalizer keeps it until it is. */
export function isTracked({ metadata }: Pod): boolean {
  return metadata?.finalizers?.includes(JobTrackingFinalizer) ?? false
}
