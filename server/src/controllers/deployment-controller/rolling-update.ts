import type { ReplicaSet } from 'apimachinery/api/apps/v1'
import { cleanUp } from './clean-up.js'
import { ensureNewestSet } from './new-replica-set.js'
import { reportProgress } from './progress.js'
import { activeSets, byAge } from './replica-sets.js'
import type { Rollout } from './rollout.js'
import {
  isComplete,
  maxUnavailable,
  newestSetReplicas,
  replicasOf,
  sumOfStatus,
  totalReplicas,
} from './rollout-limits.js'

/** Scales the newest set up or the old ones down by one step. Source: `rolloutRolling` of pkg/controller/deployment of Kubernetes. */
export async function rollingUpdate(rollout: Rollout): Promise<number | undefined> {
  const newest = await ensureNewestSet(rollout)
  const { deployment, sets } = rollout
  const wanted = replicasOf(deployment)
  const current = replicasOf(newest)
  const next = current > wanted ? wanted : newestSetReplicas(deployment, sets, current)
  const { scaled } = await rollout.scale(newest, next)
  if (scaled || (await scaleOldDown(rollout, newest))) return reportProgress(rollout, sets)
  if (isComplete(deployment, deployment.status)) await cleanUp(rollout)
  return reportProgress(rollout, sets)
}

/** Scales old sets down as far as availability allows. @returns whether any was */
async function scaleOldDown(rollout: Rollout, newest: ReplicaSet): Promise<boolean> {
  const { deployment, sets } = rollout
  const old = byAge(activeSets(rollout.old))
  if (old.length === 0) return false
  const least = replicasOf(deployment) - maxUnavailable(deployment)
  const unavailable = replicasOf(newest) - (newest.status?.availableReplicas ?? 0)
  const most = totalReplicas(sets) - least - unavailable
  if (most <= 0) return false
  const cleaned = await scaleUnhealthyDown(rollout, old, most)
  const rest = byAge(rollout.old)
  const available = sumOfStatus([...rest, newest], 'availableReplicas')
  return (await scaleHealthyDown(rollout, rest, available - least)) || cleaned
}

/** Removes up to `most` pods that are not available, which would hold the rollout up. */
async function scaleUnhealthyDown(rollout: Rollout, old: readonly ReplicaSet[], most: number): Promise<boolean> {
  let left = most
  for (const set of old) {
    const replicas = replicasOf(set)
    const count = Math.min(left, replicas - (set.status?.availableReplicas ?? 0))
    if (count <= 0) continue
    await rollout.scale(set, replicas - count)
    left -= count
  }
  return left < most
}

async function scaleHealthyDown(rollout: Rollout, old: readonly ReplicaSet[], most: number): Promise<boolean> {
  let left = most
  for (const set of old) {
    const replicas = replicasOf(set)
    const count = Math.min(left, replicas)
    if (count <= 0) continue
    await rollout.scale(set, replicas - count)
    left -= count
  }
  return left < most
}
