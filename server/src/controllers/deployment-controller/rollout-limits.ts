import type { Deployment, DeploymentStatus, ReplicaSet } from 'apimachinery/api/apps/v1'
import { getScaledValueFromIntOrPercent, intOrStringFromJSON } from 'apimachinery/scalar'

/** Means that there is no limit, where one is a number. */
const unlimited = 2 ** 31 - 1

/** How many pods a deployment or a set is asked for. */
export function replicasOf({ spec }: Deployment | ReplicaSet): number {
  return spec?.replicas ?? 1
}

/** The sum of what sets are asked for. */
export function totalReplicas(sets: readonly ReplicaSet[]): number {
  return sets.reduce((total, set) => total + replicasOf(set), 0)
}

/** The sum of a field of the status of sets. */
export function sumOfStatus(
  sets: readonly ReplicaSet[],
  field: 'replicas' | 'readyReplicas' | 'availableReplicas',
): number {
  return sets.reduce((total, { status }) => total + (status?.[field] ?? 0), 0)
}

/** Whether a deployment replaces pods step by step. */
export function isRollingUpdate({ spec }: Deployment): boolean {
  return spec?.strategy?.type === 'RollingUpdate'
}

/** How many pods there may be beyond those asked for. */
export function maxSurge(deployment: Deployment): number {
  return isRollingUpdate(deployment) ? fenceposts(deployment).surge : 0
}

/** How many of the pods asked for may be unavailable. */
export function maxUnavailable(deployment: Deployment): number {
  const replicas = replicasOf(deployment)
  if (!isRollingUpdate(deployment) || replicas === 0) return 0
  return Math.min(fenceposts(deployment).unavailable, replicas)
}

/** Source: `ResolveFenceposts` of pkg/controller/deployment/util of Kubernetes. */
function fenceposts({ spec }: Deployment): { readonly surge: number; readonly unavailable: number } {
  const total = spec?.replicas ?? 1
  const scaled = (value: number | string | undefined, roundUp: boolean): number =>
    getScaledValueFromIntOrPercent(intOrStringFromJSON(value ?? 0), { total, roundUp })
  const surge = scaled(spec?.strategy?.rollingUpdate?.maxSurge, true)
  const unavailable = scaled(spec?.strategy?.rollingUpdate?.maxUnavailable, false)
  // A percentage may round down to nothing, and then nothing would ever happen.
  return { surge, unavailable: surge === 0 && unavailable === 0 ? 1 : unavailable }
}

/** How many pods the newest set may have now. Source: `NewRSNewReplicas` of pkg/controller/deployment/util of Kubernetes. */
export function newestSetReplicas(deployment: Deployment, sets: readonly ReplicaSet[], current: number): number {
  const wanted = replicasOf(deployment)
  if (!isRollingUpdate(deployment)) return wanted
  const { surge } = fenceposts(deployment)
  const room = wanted + surge - totalReplicas(sets)
  return room <= 0 ? current : current + Math.min(room, wanted - current)
}

/** Whether all pods are of the newest template and available, and no others are left. */
export function isComplete(deployment: Deployment, status: DeploymentStatus | undefined): boolean {
  const wanted = replicasOf(deployment)
  const { updatedReplicas = 0, replicas = 0, availableReplicas = 0, observedGeneration = 0 } = status ?? {}
  return (
    updatedReplicas === wanted &&
    replicas === wanted &&
    availableReplicas === wanted &&
    observedGeneration >= (deployment.metadata?.generation ?? 0)
  )
}

/** The seconds within which there must be progress; undefined without a limit. */
export function progressDeadline({ spec }: Deployment): number | undefined {
  const seconds = spec?.progressDeadlineSeconds
  return seconds === unlimited ? undefined : seconds
}

/** How many old sets are kept; undefined for all. */
export function historyLimit({ spec }: Deployment): number | undefined {
  const limit = spec?.revisionHistoryLimit
  return limit === unlimited ? undefined : limit
}
