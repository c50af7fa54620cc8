import { maxScore, type NodeScorer } from '../../framework/plugin.js'
import { termMatches, type WeightedAffinityTerm } from '../../matching/affinity-term.js'
import type { ClusterState } from '../../state/cluster-state.js'
import type { NodeInfo } from '../../state/node-info.js'
import type { PodInfo } from '../../state/pod-info.js'
import type { NamespaceLabels } from './namespace-labels.js'
import { TopologyCounts } from './topology-counts.js'

/** How much a required affinity of another pod counts for this one. */
const requiredWeight = 1

/** Prefers nodes by the preferred terms of a pod, and by those of other pods. Source: plugins/interpodaffinity/scoring.go. */
export function affinityScorer(state: ClusterState, namespaces: NamespaceLabels, pod: PodInfo): NodeScorer | undefined {
  const affinity = namespaces.resolve(pod.preferredAffinity)
  const antiAffinity = namespaces.resolve(pod.preferredAntiAffinity)
  const hasTerms = affinity.length > 0 || antiAffinity.length > 0
  const namespaceLabels = namespaces.of(pod.namespace)
  const counts = new TopologyCounts()
  let counted = false
  const add = (labels: NodeInfo['labels'], { topologyKey, weight }: WeightedAffinityTerm, sign: 1 | -1): void => {
    if (!(topologyKey in labels)) return
    counts.add(labels, topologyKey, sign * weight)
    counted = true
  }
  const ofOther = (other: PodInfo, labels: NodeInfo['labels']): void => {
    for (const term of affinity) if (termMatches(term, other, {})) add(labels, term, 1)
    for (const term of antiAffinity) if (termMatches(term, other, {})) add(labels, term, -1)
    for (const term of other.requiredAffinity)
      if (termMatches(term, pod, namespaceLabels)) add(labels, { ...term, weight: requiredWeight }, 1)
    for (const term of other.preferredAffinity) if (termMatches(term, pod, namespaceLabels)) add(labels, term, 1)
    for (const term of other.preferredAntiAffinity) if (termMatches(term, pod, namespaceLabels)) add(labels, term, -1)
  }
  for (const { node, labels, pods, podsWithAffinity } of hasTerms ? state.nodes : state.nodesWithAffinity) {
    if (node === undefined) continue
    for (const other of hasTerms ? pods.values() : podsWithAffinity) ofOther(other, labels)
  }
  return counted ? { score: ({ labels }) => counts.sum(labels), normalize } : undefined
}

function normalize(scores: number[]): void {
  let smallest = Number.POSITIVE_INFINITY
  let largest = Number.NEGATIVE_INFINITY
  for (const score of scores) {
    if (score < smallest) smallest = score
    if (score > largest) largest = score
  }
  const range = largest - smallest
  for (const [i, score] of scores.entries())
    scores[i] = range > 0 ? Math.trunc(maxScore * ((score - smallest) / range)) : 0
}
