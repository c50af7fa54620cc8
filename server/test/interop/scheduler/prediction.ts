import type { Client } from '@apimachinery/client'
import { InformerFactory } from '@apimachinery/client/cache'
import { Node, Pod } from 'apimachinery/api/core/v1'
import { PodDisruptionBudget } from 'apimachinery/api/policy/v1'
import { systemClock } from 'apimachinery/wait'
import type { ControllerContext } from '../../../src/controllers/controller.js'
import { ClusterHandlers } from '../../../src/scheduler/cluster-handlers.js'
import { fitMessage } from '../../../src/scheduler/framework/diagnosis.js'
import { scoreNodes } from '../../../src/scheduler/framework/node-scores.js'
import { prepareFilters } from '../../../src/scheduler/framework/pod-filters.js'
import { NodeSearch } from '../../../src/scheduler/node-search.js'
import { DefaultPreemption } from '../../../src/scheduler/preemption/default-preemption.js'
import { defaultProfile, type InformedProfile } from '../../../src/scheduler/profile.js'
import { SchedulingQueue } from '../../../src/scheduler/queue/scheduling-queue.js'
import { ClusterState } from '../../../src/scheduler/state/cluster-state.js'
import { PodInfo } from '../../../src/scheduler/state/pod-info.js'
import { StorageState } from '../../../src/scheduler/volumes/storage-state.js'

/** What may become of a pod: nodes it may be bound to, or a message, and where pods are preempted, on which node which ones. */
export interface Prediction {
  readonly nodes: readonly string[]
  readonly message: string
  /** `node: victim victim`. */
  readonly preemptions: readonly string[]
}

/** Says what this scheduler would do, in the state of a server, without doing it. */
export class Predictor {
  readonly #state = new ClusterState()
  readonly #informers: InformerFactory
  readonly #profile: InformedProfile
  readonly #budgets

  constructor(client: Client) {
    this.#informers = new InformerFactory({ client })
    // Only informers are read.
    const storage = new StorageState(this.#informers)
    const context = { informers: this.#informers } as ControllerContext
    this.#profile = defaultProfile(context, { state: this.#state, storage })
    this.#budgets = this.#informers.informerFor(PodDisruptionBudget)
    const rules = { gate: () => undefined, mayHelp: () => false }
    const queue = new SchedulingQueue({ clock: systemClock, onReady: () => undefined, rules })
    const handlers = new ClusterHandlers({ state: this.#state, queue, schedulerName: 'nobody' })
    this.#informers.informerFor(Pod).addEventHandler(handlers.pods())
    this.#informers.informerFor(Node).addEventHandler(handlers.nodes())
    this.#informers.start()
  }

  /** Waits until it knows what the server has. */
  async catchUp(): Promise<void> {
    await this.#informers.catchUp({ timeout: 20_000 })
    await new Promise((resolve) => setTimeout(resolve, 5))
  }

  predict(pod: Pod): Prediction {
    const info = new PodInfo(pod)
    const state = this.#state
    const { node, diagnosis, filters } = new NodeSearch(state, this.#profile, () => 0).find(info)
    if (node !== undefined) return { nodes: this.#best(info), message: '', preemptions: [] }
    const nodes: string[] = []
    if (diagnosis.rejection?.code === 'Unresolvable') {
      diagnosis.postFilterMessage = 'not found'
      return { nodes, message: fitMessage(state.nodes.length, diagnosis), preemptions: [] }
    }
    const preemptions = new Set<string>()
    const total = state.nodes.length
    for (let i = 0; i < total; i++) {
      const random = () => i / total
      const preemption = new DefaultPreemption({ state, random, clock: systemClock, budgets: this.#budgets.lister })
      const { message, candidate } = preemption.preempt({ pod: info, filters }, diagnosis)
      if (message !== '') diagnosis.postFilterMessage = `no new claims to deallocate, preemption: ${message}`
      if (candidate !== undefined)
        preemptions.add(
          `${candidate.node}: ${candidate.victims
            .map(({ key }) => key)
            .sort()
            .join(' ')}`,
        )
    }
    return { nodes, message: fitMessage(total, diagnosis), preemptions: [...preemptions].sort() }
  }

  async stop(): Promise<void> {
    await this.#informers.stop()
  }

  /** The nodes with the highest score. */
  #best(pod: PodInfo): string[] {
    const { filters } = prepareFilters(this.#profile.filters, pod)
    const fitting = this.#state.nodes.filter((node) => filters.reject(node) === undefined)
    if (fitting.length === 1) return [fitting[0]!.name]
    const scores = scoreNodes(this.#profile.scores, pod, fitting)
    const highest = Math.max(...scores)
    return fitting.filter((_, i) => scores[i] === highest).map(({ name }) => name)
  }
}
