import type { Taint, Toleration } from 'apimachinery/api/core/v1'
import { toleratesTaint } from '../../controllers/node-selection/taints.js'

/** The taint that stands for `spec.unschedulable` of a node. */
export const unschedulableTaint: Taint = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }

/** Whether one of the tolerations tolerates a taint. */
export function tolerates(tolerations: readonly Toleration[] | undefined, taint: Taint): boolean {
  return tolerations?.some((each) => toleratesTaint(each, taint)) ?? false
}

/** Whether a pod with these tolerations is kept from a node by its taints. Those that are only preferred do not count. */
export function hasUntoleratedTaint(
  taints: readonly Taint[] | undefined,
  tolerations: readonly Toleration[] | undefined,
): boolean {
  if (taints === undefined) return false
  for (const taint of taints) {
    if (taint.effect !== 'NoSchedule' && taint.effect !== 'NoExecute') continue
    if (!tolerates(tolerations, taint)) return true
  }
  return false
}
