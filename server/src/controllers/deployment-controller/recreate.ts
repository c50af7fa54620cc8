import type { Pod } from 'apimachinery/api/core/v1'
import { isPodTerminal } from '../pod-control/pod-state.js'
import { cleanUp } from './clean-up.js'
import { ensureNewestSet, syncNewestSet } from './new-replica-set.js'
import { reportProgress } from './progress.js'
import { activeSets } from './replica-sets.js'
import type { Rollout } from './rollout.js'
import { isComplete, replicasOf, sumOfStatus } from './rollout-limits.js'

/**
 * Removes all old pods, then creates new ones. Source: `rolloutRecreate` of pkg/controller/deployment of Kubernetes.
 *
 * @param oldPods - the pods of sets that are not the newest.
 */
export async function recreate(rollout: Rollout, oldPods: () => readonly Pod[]): Promise<number | undefined> {
  await syncNewestSet(rollout)
  const { sets, old } = rollout
  const active = activeSets(old)
  for (const set of active) await rollout.scale(set, 0)
  if (active.length > 0) return reportProgress(rollout, sets)
  if (sumOfStatus(old, 'replicas') > 0 || oldPods().some((pod) => !isPodTerminal(pod)))
    return reportProgress(rollout, sets)
  const newest = rollout.newest ?? (await ensureNewestSet(rollout))
  const all = rollout.sets
  await rollout.scale(newest, replicasOf(rollout.deployment))
  if (isComplete(rollout.deployment, rollout.deployment.status)) await cleanUp(rollout)
  return reportProgress(rollout, all)
}
