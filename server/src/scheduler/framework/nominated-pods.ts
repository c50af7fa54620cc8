import type { ClusterState } from '../state/cluster-state.js'
import type { NodeInfo } from '../state/node-info.js'
import type { PodInfo } from '../state/pod-info.js'
import type { PodFilters } from './pod-filters.js'
import type { Rejection } from './status.js'

/**
 * Why a pod cannot run on a node, also when those pods of the same or higher priority run there that are nominated for it:
 * the pod must fit with and without them.
 *
 * Source: `RunFilterPluginsWithNominatedPods` of pkg/scheduler/framework/runtime.
 */
export function rejectWithNominated(
  { nominations }: ClusterState,
  { pod, filters }: { readonly pod: PodInfo; readonly filters: PodFilters },
  node: NodeInfo,
): Rejection | undefined {
  if (!nominations.has(node.name)) return filters.reject(node)
  const others = [...nominations.of(node.name)].filter(
    ({ priority, uid }) => priority >= pod.priority && uid !== pod.uid,
  )
  if (others.length === 0) return filters.reject(node)
  const copy = node.clone()
  const withOthers = filters.clone()
  for (const other of others) {
    copy.addPod(other)
    withOthers.addPod(other, copy)
  }
  return withOthers.reject(copy) ?? filters.reject(node)
}
