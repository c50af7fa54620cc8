import type { Pod } from 'apimachinery/api/core/v1'
import { isDeleting } from '../controller.js'
import { isPodAvailable, isPodTerminal } from '../pod-control/pod-state.js'
import { hasStorage } from './claims.js'
import { hasIdentity } from './ordinals.js'
import type { SetRound } from './set-round.js'
import { isCreated, isRunningAndReady } from './set-status.js'

/**
 * Creates a pod, replaces one that has finished, or completes one that exists. Source: `processReplica` in pkg/controller/statefulset of
 * Kubernetes.
 *
 * @returns whether the pods after it must wait.
 */
export async function processReplica(round: SetRound, pod: Pod): Promise<boolean> {
  const { set, control, ordered } = round
  if (isPodTerminal(pod)) {
    if (!isDeleting(pod)) await control.delete(set, pod)
    return true
  }
  if (!isCreated(pod)) {
    if (control.claims.isStale({ set, pod })) return true
    await control.create(set, pod)
    if (ordered) return true
  }
  if (pod.status?.phase === 'Pending') await control.completeClaims(set, pod)
  if (ordered && mustBeAwaited(round, pod)) return true
  await complete(round, pod)
  return false
}

function mustBeAwaited({ set, now }: SetRound, pod: Pod): boolean {
  return isDeleting(pod) || !isRunningAndReady(pod) || !isPodAvailable(pod, set.spec?.minReadySeconds ?? 0, now)
}

async function complete({ set, updateSet, control }: SetRound, pod: Pod): Promise<void> {
  const isOwned = control.claims.haveWantedOwners({ set: updateSet, pod })
  if (hasIdentity(set, pod) && hasStorage(set, pod) && isOwned) return
  await control.update(updateSet, pod)
}
