import type { Pod } from 'apimachinery/api/core/v1'
import type { PodDisruptionBudget } from 'apimachinery/api/policy/v1'
import { getControllerOf } from 'apimachinery/meta'
import { getName, getNamespace } from 'apimachinery/runtime'
import { getScaledValueFromIntOrPercent } from 'apimachinery/scalar'
import type { ControllerScales } from './scale-of-controller.js'

/** What a budget demands. */
export interface ExpectedPods {
  readonly expected: number
  readonly desiredHealthy: number
  /** Whether pods have no controller that would say how many there are to be. */
  readonly unmanaged: boolean
}

/**
 * The number of pods that there are to be, and how many of them healthy. Source: pkg/controller/disruption of Kubernetes.
 *
 * @throws where the controller of a pod is gone, unknown or has no scale
 */
export async function expectedPods(
  { spec }: PodDisruptionBudget,
  pods: readonly Pod[],
  scales: ControllerScales,
): Promise<ExpectedPods> {
  const { minAvailable, maxUnavailable } = spec ?? {}
  if (maxUnavailable === undefined && typeof minAvailable !== 'string') {
    if (minAvailable === undefined) return { expected: 0, desiredHealthy: 0, unmanaged: false }
    return { expected: pods.length, desiredHealthy: minAvailable, unmanaged: false }
  }
  const { total, unmanaged } = await totalScale(pods, scales)
  const count = getScaledValueFromIntOrPercent(maxUnavailable ?? minAvailable, { total, roundUp: true })
  const desiredHealthy = maxUnavailable === undefined ? count : Math.max(0, total - count)
  return { expected: total, desiredHealthy, unmanaged }
}

/** The pods that all controllers of some pods are to have together. */
async function totalScale(
  pods: readonly Pod[],
  scales: ControllerScales,
): Promise<{ readonly total: number; readonly unmanaged: boolean }> {
  const byController = new Map<string, number>()
  let unmanaged = false
  for (const pod of pods) {
    const reference = getControllerOf(pod)
    if (reference === undefined) {
      unmanaged = true
      continue
    }
    if (byController.has(reference.uid)) continue
    const scale = await scales.find({ namespace: getNamespace(pod), reference })
    if (scale === undefined) throw new Error(`found no controllers for pod ${JSON.stringify(getName(pod))}`)
    byController.set(scale.uid, scale.replicas)
  }
  return { total: [...byController.values()].reduce((sum, replicas) => sum + replicas, 0), unmanaged }
}
