import type { PodDisruptionBudget } from 'apimachinery/api/policy/v1'
import { rejectWithNominated } from '../framework/nominated-pods.js'
import type { PodFilters } from '../framework/pod-filters.js'
import { type Rejection, unresolvable } from '../framework/status.js'
import type { ClusterState } from '../state/cluster-state.js'
import type { NodeInfo } from '../state/node-info.js'
import type { PodInfo } from '../state/pod-info.js'
import type { Candidate } from './candidate.js'
import { groupByBudget } from './disruption-budgets.js'
import { byImportance } from './pod-importance.js'

/** A pod that needs room, with its filters. */
export interface Preemptor {
  readonly pod: PodInfo
  readonly filters: PodFilters
}

const noVictims = unresolvable('No preemption victims found for incoming pod')

/**
 * Finds the fewest pods of a node whose removal gives a pod room there: first it thinks all of lower priority away, then
 * it brings back as many as fit, those that violate budgets first, and the important ones before the others.
 *
 * Source: `SelectVictimsOnNode` of plugins/defaultpreemption.
 */
export class VictimSearch {
  readonly #state: ClusterState
  readonly #preemptor: Preemptor
  readonly #budgets: readonly PodDisruptionBudget[]
  readonly #now: number

  constructor(
    state: ClusterState,
    preemptor: Preemptor,
    { budgets, now }: { readonly budgets: readonly PodDisruptionBudget[]; readonly now: number },
  ) {
    this.#state = state
    this.#preemptor = preemptor
    this.#budgets = budgets
    this.#now = now
  }

  /** The victims on a node, or why their removal does not help. */
  on(original: NodeInfo): Candidate | Rejection {
    const { pod } = this.#preemptor
    const lower = [...original.pods.values()].filter(({ priority }) => priority < pod.priority)
    if (lower.length === 0) return noVictims
    const node = original.clone()
    const filters = this.#preemptor.filters.clone()
    const remove = (each: PodInfo): void => {
      node.removePod(each.uid)
      filters.removePod(each, node)
    }
    const rejection = (): Rejection | undefined => rejectWithNominated(this.#state, { pod, filters }, node)
    for (const each of lower) remove(each)
    const rejected = rejection()
    if (rejected !== undefined) return rejected
    const victims: PodInfo[] = []
    const bringBack = (each: PodInfo): void => {
      node.addPod(each)
      filters.addPod(each, node)
      if (rejection() === undefined) return
      remove(each)
      victims.push(each)
    }
    const { violating, others } = groupByBudget(byImportance(lower, this.#now), this.#budgets)
    for (const each of violating) bringBack(each)
    const violations = victims.length
    for (const each of others) bringBack(each)
    if (victims.length === 0)
      return { code: 'Unschedulable', reasons: [`expected at least one victim pod on node "${node.name}"`] }
    return { node: node.name, victims: byImportance(victims, this.#now), violations }
  }
}
