import type { Lister } from '@apimachinery/client/cache'
import type { PodDisruptionBudget } from 'apimachinery/api/policy/v1'
import type { Clock } from 'apimachinery/wait'
import { Diagnosis, fitMessage } from '../framework/diagnosis.js'
import { unresolvable } from '../framework/status.js'
import type { ClusterState } from '../state/cluster-state.js'
import type { NodeInfo } from '../state/node-info.js'
import type { PodInfo } from '../state/pod-info.js'
import { type Candidate, leastHarmful } from './candidate.js'
import { type Preemptor, VictimSearch } from './victim-search.js'

/** The parts of {@link DefaultPreemption}. */
export interface PreemptionParts {
  readonly state: ClusterState
  readonly budgets: Lister<PodDisruptionBudget>
  readonly clock: Clock
  readonly random: () => number
}

/** The outcome of thinking about preemption. */
export interface PreemptionResult {
  /** The node that the pod is nominated for; empty text removes an earlier nomination, nothing leaves it. */
  readonly nominatedNodeName: string | undefined
  readonly candidate: Candidate | undefined
  /** Why not. */
  readonly message: string
}

/** So many candidates are enough, and 10% of the nodes. */
const enoughCandidates = 100
const leastPercentage = 10
const notHelpful = unresolvable('Preemption is not helpful for scheduling')

/** Looks for pods of lower priority that can be removed to give a pod room. Source: plugins/defaultpreemption, pkg/scheduler/framework/preemption. */
export class DefaultPreemption {
  readonly #parts: PreemptionParts

  constructor(parts: PreemptionParts) {
    this.#parts = parts
  }

  preempt(preemptor: Preemptor, diagnosis: Diagnosis): PreemptionResult {
    const ineligible = this.#ineligible(preemptor.pod, diagnosis)
    if (ineligible !== undefined) return { nominatedNodeName: undefined, candidate: undefined, message: ineligible }
    const { state, clock } = this.#parts
    const nodes = state.nodes.filter(({ name }) => diagnosis.of(name).code === 'Unschedulable')
    const statuses = new Diagnosis()
    statuses.absent = notHelpful
    const candidates = this.#candidates(preemptor, nodes, statuses)
    const candidate = leastHarmful(candidates, clock.now())
    if (candidate !== undefined) return { nominatedNodeName: candidate.node, candidate, message: '' }
    return { nominatedNodeName: '', candidate: undefined, message: fitMessage(state.nodes.length, statuses) }
  }

  /** Why a pod must not preempt others: it does not want to, or its victims are still going. */
  #ineligible({ pod, priority }: PodInfo, diagnosis: Diagnosis): string | undefined {
    if (pod.spec?.preemptionPolicy === 'Never') return 'not eligible due to preemptionPolicy=Never.'
    const nominated = pod.status?.nominatedNodeName ?? ''
    if (nominated === '' || diagnosis.of(nominated).code === 'Unresolvable') return undefined
    for (const other of this.#parts.state.node(nominated)?.pods.values() ?? [])
      if (other.priority < priority && isBeingPreempted(other))
        return 'not eligible due to a terminating pod on the nominated node.'
    return undefined
  }

  #candidates(preemptor: Preemptor, nodes: readonly NodeInfo[], statuses: Diagnosis): Candidate[] {
    const { state, budgets, clock, random } = this.#parts
    const search = new VictimSearch(state, preemptor, { budgets: budgets.list(), now: clock.now() })
    const wanted = Math.max(Math.trunc((nodes.length * leastPercentage) / 100), enoughCandidates)
    const offset = Math.floor(random() * nodes.length)
    const harmless: Candidate[] = []
    const violating: Candidate[] = []
    for (let i = 0; i < nodes.length; i++) {
      const node = nodes[(offset + i) % nodes.length]!
      const found = search.on(node)
      if ('code' in found) {
        statuses.reject(node.name, found)
        continue
      }
      ;(found.violations === 0 ? harmless : violating).push(found)
      if (harmless.length > 0 && harmless.length + violating.length >= wanted) break
    }
    return [...harmless, ...violating]
  }
}

function isBeingPreempted({ pod, isTerminating }: PodInfo): boolean {
  if (!isTerminating) return false
  const condition = pod.status?.conditions?.find(({ type }) => type === 'DisruptionTarget')
  return condition?.status === 'True' && condition.reason === 'PreemptionByScheduler'
}
