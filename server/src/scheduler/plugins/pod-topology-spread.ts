import type { FilterPlugin, ScorePlugin } from '../framework/plugin.js'
import type { ClusterState } from '../state/cluster-state.js'
import type { PodInfo } from '../state/pod-info.js'
import { type OwnerListers, ownerSelector } from './topology-spread/owner-selector.js'
import { type SpreadConstraint, spreadConstraints, systemConstraints } from './topology-spread/spread-constraint.js'
import { spreadEvents } from './topology-spread/spread-events.js'
import { SpreadFilter } from './topology-spread/spread-filter.js'
import { spreadScorer } from './topology-spread/spread-scorer.js'

/**
 * Spreads pods over topology domains: keeps the required constraints, and prefers nodes by the others. Pods without
 * constraints get those of the system, which prefer to spread the pods of one service or owner.
 *
 * Source: plugins/podtopologyspread.
 */
export function podTopologySpread(state: ClusterState, owners: OwnerListers): FilterPlugin & ScorePlugin {
  const preferred = (pod: PodInfo): SpreadConstraint[] => {
    const own = pod.pod.spec?.topologySpreadConstraints ?? []
    if (own.length > 0) return spreadConstraints(pod, own, 'ScheduleAnyway')
    const selector = ownerSelector(pod, owners)
    return selector.isEmpty() ? [] : systemConstraints(selector)
  }
  const required = (pod: PodInfo) =>
    spreadConstraints(pod, pod.pod.spec?.topologySpreadConstraints ?? [], 'DoNotSchedule')
  return {
    name: 'PodTopologySpread',
    weight: 2,
    prepareFilter(pod) {
      const constraints = required(pod)
      return constraints.length === 0 ? undefined : SpreadFilter.of(state, pod, constraints)
    },
    prepareScore(pod, nodes) {
      const constraints = preferred(pod)
      if (constraints.length === 0) return undefined
      const needsAllTopologies = (pod.pod.spec?.topologySpreadConstraints?.length ?? 0) > 0
      return spreadScorer(state, { pod, constraints, needsAllTopologies }, nodes)
    },
    mayHelp: (event, pod) => spreadEvents(event, pod, required(pod)),
  }
}
