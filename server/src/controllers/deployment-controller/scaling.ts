import type { ReplicaSet } from 'apimachinery/api/apps/v1'
import { desiredReplicasOf, maxReplicasOf } from './deployment-annotations.js'
import { activeOrLatest, activeSets, bySize } from './replica-sets.js'
import type { Rollout } from './rollout.js'
import { isRollingUpdate, maxSurge, replicasOf, totalReplicas } from './rollout-limits.js'

/** Whether the size of a deployment has changed since its sets were scaled. */
export function isScalingEvent({ deployment, sets }: Rollout): boolean {
  const wanted = replicasOf(deployment)
  return activeSets(sets).some((set) => (desiredReplicasOf(set) ?? wanted) !== wanted)
}

/** Scales all sets in proportion to their sizes, so that a scaling does not hasten a rollout. Source: `scale` of pkg/controller/deployment of Kubernetes. */
export async function scaleInProportion(rollout: Rollout): Promise<void> {
  const { deployment, newest, old } = rollout
  const wanted = replicasOf(deployment)
  const only = activeOrLatest(newest, old)
  if (only !== undefined) {
    await rollout.scale(only, wanted)
  } else if (newest !== undefined && isSaturated(newest, wanted)) {
    for (const set of activeSets(old)) await rollout.scale(set, 0)
  } else if (isRollingUpdate(deployment)) {
    for (const [set, size] of sizesOf(rollout)) await rollout.scale(set, size, { force: true })
  }
}

/** Whether the newest set has all pods, and they are available. */
function isSaturated(set: ReplicaSet, wanted: number): boolean {
  const available = set.status?.availableReplicas ?? 0
  return replicasOf(set) === wanted && desiredReplicasOf(set) === wanted && available === wanted
}

/** The sizes that the active sets get. */
function sizesOf({ deployment, newest, old }: Rollout): ReadonlyMap<ReplicaSet, number> {
  const wanted = replicasOf(deployment)
  const active = activeSets(newest === undefined ? old : [...old, newest])
  const allowed = wanted > 0 ? wanted + maxSurge(deployment) : 0
  const missing = allowed - totalReplicas(active)
  const ordered = missing === 0 ? active : bySize(active, missing > 0 ? 'younger' : 'older')
  const sizes = new Map<ReplicaSet, number>()
  let added = 0
  for (const set of ordered) {
    const share = missing === 0 || missing === added ? 0 : shareOf(set, deployment)
    const left = missing - added
    const proportion = missing > 0 ? Math.min(share, left) : Math.max(share, left)
    sizes.set(set, replicasOf(set) + (missing === added ? 0 : proportion))
    added += missing === added ? 0 : proportion
  }
  const [largest] = ordered
  if (largest !== undefined && missing !== 0) {
    sizes.set(largest, Math.max(0, (sizes.get(largest) ?? 0) + missing - added))
  }
  return sizes
}

/** By how many pods a set changes if all sets keep their proportions. */
function shareOf(set: ReplicaSet, deployment: Rollout['deployment']): number {
  const current = replicasOf(set)
  const wanted = replicasOf(deployment)
  if (wanted === 0) return -current
  // Without the annotation, which somebody has removed, the present size is the best guess.
  const before = maxReplicasOf(set) || (deployment.status?.replicas ?? 0)
  if (before === 0) return 0
  const size = (current * (wanted + maxSurge(deployment))) / before
  return Math.floor(size + 0.5) - current
}
