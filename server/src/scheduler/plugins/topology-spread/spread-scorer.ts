import { maxScore, type NodeScorer } from '../../framework/plugin.js'
import type { ClusterState } from '../../state/cluster-state.js'
import type { NodeInfo } from '../../state/node-info.js'
import type { PodInfo } from '../../state/pod-info.js'
import { hasTopologies, hostnameLabel, nodeInclusion, type SpreadConstraint } from './spread-constraint.js'

/** A pod with the constraints that it prefers. */
export interface SpreadWish {
  readonly pod: PodInfo
  readonly constraints: readonly SpreadConstraint[]
  /** Nodes that lack one of the topologies get no score. */
  readonly needsAllTopologies: boolean
}

/** Prefers nodes in domains with few matching pods. Source: plugins/podtopologyspread/scoring.go. */
export function spreadScorer(state: ClusterState, wish: SpreadWish, nodes: readonly NodeInfo[]): NodeScorer {
  const { pod, constraints, needsAllTopologies } = wish
  const ignored = new Set(needsAllTopologies ? nodes.filter(({ labels }) => !hasTopologies(labels, constraints)) : [])
  const counts = constraints.map(({ selector }) => state.podCounts.of(selector, pod.namespace))
  const domains = constraints.map((constraint) => domainsOf(constraint, nodes, ignored))
  countPods(state, wish, domains)
  const weights = constraints.map(({ topologyKey }, i) =>
    Math.log((topologyKey === hostnameLabel ? nodes.length - ignored.size : domains[i]!.size) + 2),
  )
  return {
    score(node) {
      if (ignored.has(node)) return 0
      let score = 0
      for (const [i, { topologyKey, maxSkew }] of constraints.entries()) {
        const value = node.labels[topologyKey]
        if (value === undefined) continue
        const count = topologyKey === hostnameLabel ? counts[i]!.onNode(node.name) : (domains[i]!.get(value) ?? 0)
        score += count * weights[i]! + (maxSkew - 1)
      }
      return Math.round(score)
    },
    normalize: (scores, all) => normalize(scores, all, ignored),
  }
}

/** The domains of the nodes, without pods. The hosts are counted when they are scored. */
function domainsOf(
  { topologyKey }: SpreadConstraint,
  nodes: readonly NodeInfo[],
  ignored: ReadonlySet<NodeInfo>,
): Map<string, number> {
  const domains = new Map<string, number>()
  if (topologyKey === hostnameLabel) return domains
  for (const node of nodes) if (!ignored.has(node)) domains.set(node.labels[topologyKey] ?? '', 0)
  return domains
}

/** Counts the pods on all nodes of the domains, also on those that the pod does not fit. */
function countPods(
  state: ClusterState,
  { pod, constraints, needsAllTopologies }: SpreadWish,
  domains: readonly Map<string, number>[],
): void {
  if (domains.every(({ size }) => size === 0)) return
  const includes = nodeInclusion(pod)
  const counts = constraints.map(({ selector }) => state.podCounts.of(selector, pod.namespace))
  for (const { name, node, labels } of state.nodes) {
    if (node === undefined || (needsAllTopologies && !hasTopologies(labels, constraints))) continue
    for (const [i, constraint] of constraints.entries()) {
      const value = labels[constraint.topologyKey] ?? ''
      const known = domains[i]!.get(value)
      if (known !== undefined && includes(node, constraint)) domains[i]!.set(value, known + counts[i]!.onNode(name))
    }
  }
}

function normalize(scores: number[], nodes: readonly NodeInfo[], ignored: ReadonlySet<NodeInfo>): void {
  let smallest = Number.POSITIVE_INFINITY
  let largest = 0
  for (const [i, node] of nodes.entries()) {
    if (ignored.has(node)) continue
    smallest = Math.min(smallest, scores[i]!)
    largest = Math.max(largest, scores[i]!)
  }
  for (const [i, node] of nodes.entries()) {
    if (ignored.has(node)) scores[i] = 0
    else scores[i] = largest === 0 ? maxScore : Math.trunc((maxScore * (largest + smallest - scores[i]!)) / largest)
  }
}
