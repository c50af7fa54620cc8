import type { NodeFilter } from '../../framework/plugin.js'
import { type Rejection, unresolvable, unschedulable } from '../../framework/status.js'
import type { ClusterState } from '../../state/cluster-state.js'
import type { NodeInfo } from '../../state/node-info.js'
import type { PodInfo } from '../../state/pod-info.js'
import { hasTopologies, type NodeInclusion, nodeInclusion, type SpreadConstraint } from './spread-constraint.js'

const tooSkewed = unschedulable("node(s) didn't match pod topology spread constraints")
const noTopology = unresolvable("node(s) didn't match pod topology spread constraints (missing required label)")

/** Matching pods by value of a topology, for one constraint. */
type Domains = Map<string, number>

/** Keeps the required constraints of one pod. Source: plugins/podtopologyspread/filtering.go. */
export class SpreadFilter implements NodeFilter {
  readonly #pod: PodInfo
  readonly #constraints: readonly SpreadConstraint[]
  readonly #includes: NodeInclusion
  readonly #domains: readonly Domains[]
  /** The smallest number of each constraint, until pods come or go. */
  readonly #smallest: (number | undefined)[] = []

  private constructor(
    { pod, includes }: { readonly pod: PodInfo; readonly includes: NodeInclusion },
    constraints: readonly SpreadConstraint[],
    domains: readonly Domains[],
  ) {
    this.#pod = pod
    this.#constraints = constraints
    this.#includes = includes
    this.#domains = domains
  }

  static of(state: ClusterState, pod: PodInfo, constraints: readonly SpreadConstraint[]): SpreadFilter {
    const includes = nodeInclusion(pod)
    const counts = constraints.map(({ selector }) => state.podCounts.of(selector, pod.namespace))
    const domains = constraints.map((): Domains => new Map())
    for (const { name, node, labels } of state.nodes) {
      if (node === undefined || !hasTopologies(labels, constraints)) continue
      for (const [i, constraint] of constraints.entries())
        if (includes(node, constraint)) add(domains[i]!, labels[constraint.topologyKey]!, counts[i]!.onNode(name))
    }
    return new SpreadFilter({ pod, includes }, constraints, domains)
  }

  filter({ labels }: NodeInfo): Rejection | undefined {
    for (const [i, { topologyKey, selector, maxSkew, minDomains }] of this.#constraints.entries()) {
      const value = labels[topologyKey]
      if (value === undefined) return noTopology
      const domains = this.#domains[i]!
      const smallest = domains.size < minDomains ? 0 : this.#smallestOf(i)
      const own = selector.matches(this.#pod.labels) ? 1 : 0
      if ((domains.get(value) ?? 0) + own - smallest > maxSkew) return tooSkewed
    }
    return undefined
  }

  addPod(pod: PodInfo, node: NodeInfo): void {
    this.#change(pod, node, 1)
  }

  removePod(pod: PodInfo, node: NodeInfo): void {
    this.#change(pod, node, -1)
  }

  clone(): SpreadFilter {
    const domains = this.#domains.map((each) => new Map(each))
    return new SpreadFilter({ pod: this.#pod, includes: this.#includes }, this.#constraints, domains)
  }

  #change(pod: PodInfo, { node, labels }: NodeInfo, by: 1 | -1): void {
    if (pod.namespace !== this.#pod.namespace || node === undefined) return
    if (!hasTopologies(labels, this.#constraints)) return
    for (const [i, constraint] of this.#constraints.entries()) {
      if (!constraint.selector.matches(pod.labels) || !this.#includes(node, constraint)) continue
      add(this.#domains[i]!, labels[constraint.topologyKey]!, by)
      this.#smallest[i] = undefined
    }
  }

  #smallestOf(i: number): number {
    let smallest = this.#smallest[i]
    if (smallest === undefined) {
      smallest = Number.MAX_SAFE_INTEGER
      for (const count of this.#domains[i]!.values()) if (count < smallest) smallest = count
      this.#smallest[i] = smallest
    }
    return smallest
  }
}

function add(domains: Domains, value: string, by: number): void {
  domains.set(value, (domains.get(value) ?? 0) + by)
}
