import type { Taint, Toleration } from 'apimachinery/api/core/v1'
import { toleratesTaint } from '../node-selection/taints.js'

/**
 * Milliseconds for which tolerations cover taints: zero if one taint is not tolerated, infinite if all are without a time. Source:
 * `getMinTolerationTime` of pkg/controller/tainteviction of Kubernetes.
 */
export function tolerationTime(taints: readonly Taint[], tolerations: readonly Toleration[]): number {
  const used: Toleration[] = []
  for (const taint of taints) {
    const toleration = tolerations.find((each) => toleratesTaint(each, taint))
    if (toleration === undefined) return 0
    used.push(toleration)
  }
  const times = used.flatMap(({ tolerationSeconds }) =>
    tolerationSeconds === undefined ? [] : [Number(tolerationSeconds)],
  )
  return times.length === 0 ? Number.POSITIVE_INFINITY : Math.max(0, Math.min(...times)) * 1000
}
