import { Diagnosis } from './framework/diagnosis.js'
import { pickBest, scoreNodes } from './framework/node-scores.js'
import { rejectWithNominated } from './framework/nominated-pods.js'
import type { FilterPlugin, ScorePlugin } from './framework/plugin.js'
import { type PodFilters, type PreparedFilters, prepareFilters } from './framework/pod-filters.js'
import { unresolvable } from './framework/status.js'
import type { ClusterState } from './state/cluster-state.js'
import type { NodeInfo } from './state/node-info.js'
import type { PodInfo } from './state/pod-info.js'

/** The plugins of a scheduler. */
export interface Profile {
  readonly filters: readonly FilterPlugin[]
  readonly scores: readonly ScorePlugin[]
}

/** The outcome of a search: a node, or why there is none. `filters` are for those who think about other pods' removal. */
export interface SearchResult {
  readonly node: NodeInfo | undefined
  readonly diagnosis: Diagnosis
  readonly filters: PodFilters
}

/** So many fitting nodes are enough, and 5% of all. */
const enoughNodes = 100
const leastPercentage = 5

/** Finds the best node for a pod. Source: `schedulePod` of pkg/scheduler/schedule_one.go. */
export class NodeSearch {
  readonly #state: ClusterState
  readonly #profile: Profile
  readonly #random: () => number
  /** Where the next search starts, so that all nodes get their turn. */
  #start = 0

  constructor(state: ClusterState, profile: Profile, random: () => number) {
    this.#state = state
    this.#profile = profile
    this.#random = random
  }

  /** Searches a node; there is at least one node in the cluster. */
  find(pod: PodInfo): SearchResult {
    const diagnosis = new Diagnosis()
    const prepared = prepareFilters(this.#profile.filters, pod)
    const { filters, rejection, namedBy } = prepared
    for (const plugin of namedBy) diagnosis.plugins.add(plugin)
    if (rejection !== undefined) {
      diagnosis.rejectAll(rejection)
      return { node: undefined, diagnosis, filters }
    }
    const nominated = this.#nominated(pod, filters)
    if (nominated !== undefined) return { node: nominated, diagnosis, filters }
    const fitting = this.#fitting(pod, prepared, diagnosis)
    return { node: this.#best(pod, fitting), diagnosis, filters }
  }

  /** The node that preemption has made room on is tried first. */
  #nominated(pod: PodInfo, filters: PodFilters): NodeInfo | undefined {
    const node = this.#state.node(pod.pod.status?.nominatedNodeName ?? '')
    if (node === undefined) return undefined
    return rejectWithNominated(this.#state, { pod, filters }, node) === undefined ? node : undefined
  }

  #fitting(pod: PodInfo, { filters, nodeNames, namedBy }: PreparedFilters, diagnosis: Diagnosis): NodeInfo[] {
    const all = this.#state.nodes
    const nodes = nodeNames === undefined ? all : [...nodeNames].flatMap((name) => this.#state.node(name) ?? [])
    if (nodeNames !== undefined)
      diagnosis.absent = unresolvable(`node(s) didn't satisfy plugin(s) [${[...namedBy].sort().join(' ')}]`)
    const wanted = nodesToFind(nodes.length)
    const fitting: NodeInfo[] = []
    for (let i = 0; i < nodes.length && fitting.length < wanted; i++) {
      const node = nodes[(this.#start + i) % nodes.length]!
      const rejection = rejectWithNominated(this.#state, { pod, filters }, node)
      if (rejection === undefined) fitting.push(node)
      else diagnosis.reject(node.name, rejection)
    }
    this.#start = (this.#start + fitting.length + diagnosis.nodes.size) % all.length
    return fitting
  }

  #best(pod: PodInfo, fitting: readonly NodeInfo[]): NodeInfo | undefined {
    if (fitting.length < 2) return fitting[0]
    return pickBest(fitting, scoreNodes(this.#profile.scores, pod, fitting), this.#random)
  }
}

/** How many fitting nodes are searched for: in large clusters a part of all. */
function nodesToFind(total: number): number {
  if (total < enoughNodes) return total
  const percentage = Math.max(50 - Math.trunc(total / 125), leastPercentage)
  return Math.max(Math.trunc((total * percentage) / 100), enoughNodes)
}
