import type { DeploymentStatus, ReplicaSet } from 'apimachinery/api/apps/v1'
import { timeOf } from '../pod-control/pod-state.js'
import {
  type ConditionInit,
  conditionOf,
  failuresOf,
  newCondition,
  progressing,
  reasons,
  removeCondition,
  setCondition,
} from './deployment-conditions.js'
import { deploymentStatus, writeStatus } from './deployment-status.js'
import type { Rollout } from './rollout.js'
import { isComplete, progressDeadline } from './rollout-limits.js'

/**
 * Writes the status of a deployment during a rollout.
 *
 * @param sets - as they were before this step.
 * @returns the milliseconds of the cluster's time after which progress is looked for again. Source: `syncRolloutStatus` of
 * pkg/controller/deployment of Kubernetes.
 */
export async function reportProgress(rollout: Rollout, sets: readonly ReplicaSet[]): Promise<number | undefined> {
  const { deployment, newest } = rollout
  const status = deploymentStatus(rollout, sets)
  const before = conditionOf(deployment.status, progressing)
  const wasComplete = status.replicas === status.updatedReplicas && before?.reason === reasons.available
  if (progressDeadline(deployment) === undefined) removeCondition(status, progressing)
  else if (!wasComplete) setProgress(rollout, status)
  const [failure] = failuresOf(newest === undefined ? [] : [newest]).concat(failuresOf(sets))
  if (failure === undefined) removeCondition(status, 'ReplicaFailure')
  else setCondition(status, failure)
  return (await writeStatus(rollout, status)) ? undefined : untilDeadline(rollout, status)
}

function setProgress(rollout: Rollout, status: DeploymentStatus): void {
  const { deployment, newest, now } = rollout
  const name =
    newest === undefined ? `Deployment "${deployment.metadata?.name}"` : `ReplicaSet "${newest.metadata?.name}"`
  const set = (init: Omit<ConditionInit, 'type'>): void =>
    setCondition(status, newCondition({ type: progressing, ...init }, now))
  if (isComplete(deployment, status)) {
    set({ status: 'True', reason: reasons.available, message: `${name} has successfully progressed.` })
  } else if (hasProgressed(deployment.status, status)) {
    const before = conditionOf(status, progressing)
    removeCondition(status, progressing)
    // The time of the last progress counts, also where the condition stays the same.
    const condition = {
      type: progressing,
      status: 'True',
      reason: reasons.updated,
      message: `${name} is progressing.`,
    } as const
    const kept = before?.status === 'True' && { lastTransitionTime: before.lastTransitionTime }
    setCondition(status, { ...newCondition(condition, now), ...kept })
  } else if (hasTimedOut(rollout, status)) {
    set({ status: 'False', reason: reasons.timedOut, message: `${name} has timed out progressing.` })
  }
}

/** Whether new pods came or became ready or available, or old ones went. */
function hasProgressed(before: DeploymentStatus | undefined, status: DeploymentStatus): boolean {
  const old = ({ replicas = 0, updatedReplicas = 0 }: DeploymentStatus): number => replicas - updatedReplicas
  return (
    (status.updatedReplicas ?? 0) > (before?.updatedReplicas ?? 0) ||
    old(status) < old(before ?? {}) ||
    (status.readyReplicas ?? 0) > (before?.readyReplicas ?? 0) ||
    (status.availableReplicas ?? 0) > (before?.availableReplicas ?? 0)
  )
}

function hasTimedOut({ deployment, now }: Rollout, status: DeploymentStatus): boolean {
  const condition = conditionOf(status, progressing)
  if (condition === undefined || condition.reason === reasons.available) return false
  if (condition.reason === reasons.timedOut) return true
  const deadline = progressDeadline(deployment) ?? 0
  return (timeOf(condition.lastUpdateTime) ?? 0) + deadline * 1000 < now
}

function untilDeadline({ deployment, now }: Rollout, status: DeploymentStatus): number | undefined {
  const condition = conditionOf(deployment.status, progressing)
  const deadline = progressDeadline(deployment)
  if (deadline === undefined || condition === undefined || condition.reason === reasons.timedOut) return undefined
  if (isComplete(deployment, status)) return undefined
  const left = (timeOf(condition.lastUpdateTime) ?? 0) + deadline * 1000 - now
  return left < 1000 ? Math.max(1, left + 1) : left + 1000
}
