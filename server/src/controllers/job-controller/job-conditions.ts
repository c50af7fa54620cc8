import type { Job, JobCondition, JobConditionType, JobStatus } from 'apimachinery/api/batch/v1'
import { timeAt } from '../cluster-time.js'

/** Why a job ends or has ended. */
export interface JobOutcome {
  readonly reason: string
  readonly message: string
}

/** A condition that is `True`, or of another status, since a moment. */
export function jobCondition(
  type: JobConditionType,
  { reason, message, status = 'True' }: JobOutcome & { readonly status?: string },
  now: number,
): JobCondition {
  return { type, status, lastProbeTime: timeAt(now), lastTransitionTime: timeAt(now), reason, message }
}

/** The condition of a type where it is `True`. */
export function trueCondition({ status }: Job, type: JobConditionType): JobCondition | undefined {
  return status?.conditions?.find((each) => each.type === type && each.status === 'True')
}

/**
 * Sets a condition in a status; one that would be `False` from the beginning is left out. Source: pkg/controller/job of Kubernetes.
 *
 * @returns whether anything changed.
 */
export function setJobCondition(status: JobStatus, condition: JobCondition): boolean {
  const conditions = status.conditions ?? []
  const index = conditions.findIndex(({ type }) => type === condition.type)
  const old = conditions[index]
  if (old === undefined) {
    if (condition.status === 'False') return false
    status.conditions = [...conditions, condition]
    return true
  }
  const same = (['status', 'reason', 'message'] as const).every((field) => old[field] === condition[field])
  if (!same) status.conditions = conditions.with(index, condition)
  return !same
}
