import type { Pod } from 'apimachinery/api/core/v1'
import type { PodDisruptionBudget } from 'apimachinery/api/policy/v1'
import { getName, getNamespace } from 'apimachinery/runtime'
import { momentOf } from '../cluster-time.js'
import { type ControllerContext, isDeleting } from '../controller.js'
import { isPodReady } from '../pod-control/pod-state.js'

/** How long an evicted pod may take until it is deleted, in milliseconds. */
const deletionTimeout = 120_000

/** Pods that were evicted and are not deleted yet. */
export interface DisruptedPods {
  /** By name: when they were evicted. */
  readonly pods: Readonly<Record<string, string>>
  /** Milliseconds until the first of them is overdue; undefined for none. */
  readonly again?: number | undefined
}

/** The evicted pods of a budget that are still expected to be deleted; those that are overdue get an event. */
export function disruptedPods(
  { clock, events }: ControllerContext,
  budget: PodDisruptionBudget,
  pods: readonly Pod[],
): DisruptedPods {
  const noted = budget.status?.disruptedPods ?? {}
  const now = clock.now()
  const namespace = getNamespace(budget)
  const kept: Record<string, string> = {}
  let again: number | undefined
  for (const pod of pods) {
    const since = noted[getName(pod)]
    if (since === undefined || isDeleting(pod)) continue
    const left = (momentOf(since) ?? 0) + deletionTimeout - now
    if (left < 0) {
      // The name of the budget is that of its namespace in this message, as upstream writes it.
      const message = `Pod was expected by PDB ${namespace}/${namespace} to be deleted but it wasn't`
      events.event(pod, 'Warning', 'NotDeleted', message)
      continue
    }
    kept[getName(pod)] = since
    again = Math.min(again ?? Number.POSITIVE_INFINITY, left + 1)
  }
  return { pods: kept, again }
}

/** How many pods are ready, and neither deleted nor evicted. */
export function healthyPods(pods: readonly Pod[], disrupted: DisruptedPods['pods']): number {
  const isHealthy = (pod: Pod): boolean =>
    !isDeleting(pod) && !Object.hasOwn(disrupted, getName(pod)) && isPodReady(pod)
  return pods.filter(isHealthy).length
}
