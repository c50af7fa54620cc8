import type { DeploymentCondition, DeploymentStatus, ReplicaSet } from 'apimachinery/api/apps/v1'
import { timeAt } from '../cluster-time.js'

/** Why a deployment progresses or does not. Source: pkg/controller/deployment/util of Kubernetes. */
export const reasons = {
  updated: 'ReplicaSetUpdated',
  createFailed: 'ReplicaSetCreateError',
  created: 'NewReplicaSetCreated',
  found: 'FoundNewReplicaSet',
  available: 'NewReplicaSetAvailable',
  timedOut: 'ProgressDeadlineExceeded',
  paused: 'DeploymentPaused',
  resumed: 'DeploymentResumed',
} as const

/** The type of the condition about progress. */
export const progressing = 'Progressing'

/** What a condition says. */
export interface ConditionInit {
  readonly type: string
  readonly status: 'True' | 'False' | 'Unknown'
  readonly reason: string
  readonly message: string
}

/** A condition that has just changed. */
export function newCondition(init: ConditionInit, now: number): DeploymentCondition {
  const time = timeAt(now)
  return { ...init, lastUpdateTime: time, lastTransitionTime: time }
}

/** The condition of a type. */
export function conditionOf(status: DeploymentStatus | undefined, type: string): DeploymentCondition | undefined {
  return status?.conditions?.find((condition) => condition.type === type)
}

/** Puts a condition last in place of the one of its type, unless that has the same status and reason. */
export function setCondition(status: DeploymentStatus, condition: DeploymentCondition): void {
  const before = conditionOf(status, condition.type ?? '')
  if (before?.status === condition.status && before?.reason === condition.reason) return
  const kept = before?.status === condition.status && { lastTransitionTime: before?.lastTransitionTime }
  removeCondition(status, condition.type ?? '')
  status.conditions = [...(status.conditions ?? []), { ...condition, ...kept }]
}

/** Removes the condition of a type. */
export function removeCondition(status: DeploymentStatus, type: string): void {
  status.conditions = status.conditions?.filter((condition) => condition.type !== type)
}

/** What a set says about pods that it could not create or delete, as a condition of its deployment. */
export function failuresOf(sets: readonly ReplicaSet[]): readonly DeploymentCondition[] {
  const conditions = sets.flatMap(({ status }) => status?.conditions ?? [])
  return conditions
    .filter(({ type }) => type === 'ReplicaFailure')
    .map((condition) => ({ ...condition, lastUpdateTime: condition.lastTransitionTime }))
}
