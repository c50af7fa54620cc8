import type { FilterPlugin, ScorePlugin } from '../framework/plugin.js'
import type { ClusterState } from '../state/cluster-state.js'
import { affinityEvents } from './pod-affinity/affinity-events.js'
import { AffinityFilter } from './pod-affinity/affinity-filter.js'
import { affinityScorer } from './pod-affinity/affinity-scorer.js'
import type { NamespaceLabels } from './pod-affinity/namespace-labels.js'

/**
 * Brings pods together with others, or keeps them apart, by terms of the pod and of those that run already.
 *
 * Source: plugins/interpodaffinity.
 */
export function interPodAffinity(state: ClusterState, namespaces: NamespaceLabels): FilterPlugin & ScorePlugin {
  return {
    name: 'InterPodAffinity',
    weight: 2,
    prepareFilter: (pod) => AffinityFilter.of(state, namespaces, pod),
    prepareScore: (pod) => affinityScorer(state, namespaces, pod),
    mayHelp: affinityEvents,
  }
}
