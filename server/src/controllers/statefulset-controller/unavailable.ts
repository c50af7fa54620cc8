import type { StatefulSet } from 'apimachinery/api/apps/v1'
import type { Pod } from 'apimachinery/api/core/v1'
import { isDeleting } from '../controller.js'
import { isPodAvailable } from '../pod-control/pod-state.js'

/** Whether the pod is not available, or is being deleted. */
export function isUnavailable(pod: Pod, { spec }: StatefulSet, now: number): boolean {
  return !isPodAvailable(pod, spec?.minReadySeconds ?? 0, now) || isDeleting(pod)
}
