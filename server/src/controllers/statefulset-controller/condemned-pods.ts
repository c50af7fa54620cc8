import type { Pod } from 'apimachinery/api/core/v1'
import { isDeleting } from '../controller.js'
import { isPodAvailable } from '../pod-control/pod-state.js'
import type { SetRound } from './set-round.js'
import { isRunningAndReady } from './set-status.js'

/**
 * Deletes a pod that is too many. In order, it waits until all others are available, unless it is the first that is not. Source:
 * `processCondemned` in pkg/controller/statefulset of Kubernetes.
 *
 * @returns whether the pods after it must wait.
 */
export async function processCondemned(round: SetRound, pod: Pod): Promise<boolean> {
  const { set, control, ordered, firstUnavailable, now } = round
  if (isDeleting(pod)) return ordered
  const isUp = isRunningAndReady(pod) && isPodAvailable(pod, set.spec?.minReadySeconds ?? 0, now)
  if (!isUp && ordered && pod !== firstUnavailable) return true
  await control.delete(set, pod)
  return true
}
