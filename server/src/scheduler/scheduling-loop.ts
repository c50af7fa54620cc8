import type { ControllerContext } from '../controllers/controller.js'
import type { BindingCycle } from './binding-cycle.js'
import type { FailureHandler } from './failure-handler.js'
import { fitMessage } from './framework/diagnosis.js'
import type { NodeSearch, SearchResult } from './node-search.js'
import type { DefaultPreemption } from './preemption/default-preemption.js'
import type { Evictions } from './preemption/evictions.js'
import type { QueuedPod } from './queue/queued-pod.js'
import type { SchedulingQueue } from './queue/scheduling-queue.js'
import type { Slots } from './slots.js'
import type { ClusterState } from './state/cluster-state.js'

/** The parts of a {@link SchedulingLoop}. */
export interface SchedulingLoopParts {
  readonly context: ControllerContext
  readonly state: ClusterState
  readonly queue: SchedulingQueue
  readonly search: NodeSearch
  readonly preemption: DefaultPreemption
  readonly evictions: Evictions
  readonly binding: BindingCycle
  readonly failures: FailureHandler
  readonly slots: Slots
}

/** Milliseconds of searching after which others get their turn. */
const longestTurn = 10

/** Takes pods from the queue, one after the other, and finds nodes for them; they are bound beside that. Source: pkg/scheduler/schedule_one.go. */
export class SchedulingLoop {
  readonly #parts: SchedulingLoopParts
  #isStarted = false
  #isStopped = false
  #running: Promise<void> | undefined

  constructor(parts: SchedulingLoopParts) {
    this.#parts = parts
  }

  /** Starts; the state of the cluster is complete. */
  start(): void {
    this.#isStarted = true
    this.wake()
  }

  /** There is a pod in the queue. */
  wake(): void {
    if (!this.#isStarted || this.#isStopped || this.#running !== undefined) return
    this.#running = this.#run().finally(() => {
      this.#running = undefined
    })
  }

  /** Ends after the pod that is being worked on, and waits for what is being written. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#parts.binding.stop()
    await this.#running
    await this.#parts.slots.idle()
  }

  async #run(): Promise<void> {
    const { context, queue, slots } = this.#parts
    // Whoever wakes the loop has more pods to add.
    await turn()
    let started = context.pace.monotonic()
    while (!this.#isStopped) {
      if (slots.isFull) await slots.free()
      const pod = queue.pop()
      if (pod === undefined) return
      this.#scheduleOne(pod)
      if (context.pace.monotonic() - started < longestTurn) continue
      await turn()
      started = context.pace.monotonic()
    }
  }

  #scheduleOne(queued: QueuedPod): void {
    const { state, search, failures, binding } = this.#parts
    const { info } = queued
    if (info.isTerminating) failures.skipDeleting(info)
    else if (state.nodes.length === 0) failures.noNodes(queued)
    else if (!state.isAssumed(info.uid))
      try {
        const result = search.find(info)
        if (result.node === undefined) this.#preempt(queued, result)
        else binding.begin(queued, result.node, result.filters)
      } catch (error) {
        failures.error(queued, error)
      }
  }

  /** The pod fits nowhere; others may have to give way. */
  #preempt(queued: QueuedPod, { diagnosis, filters }: SearchResult): void {
    const { state, preemption, evictions, failures, slots, queue } = this.#parts
    const { info } = queued
    let nominatedNodeName: string | undefined
    if (diagnosis.rejection?.code === 'Unresolvable') diagnosis.postFilterMessage = claimsUnread
    else {
      const result = preemption.preempt({ pod: info, filters }, diagnosis)
      nominatedNodeName = result.nominatedNodeName
      if (result.message !== '') diagnosis.postFilterMessage = `${noClaims}, preemption: ${result.message}`
      const { candidate } = result
      if (candidate !== undefined && evictions.needs(candidate)) {
        evictions.begin(info)
        slots.run(async () => {
          if (!(await evictions.run(info, candidate))) queue.activate(info.uid)
        })
      }
    }
    const message = fitMessage(state.nodes.length, diagnosis)
    failures.unschedulable(queued, { message, plugins: diagnosis.plugins, nominatedNodeName })
  }
}

/** What the plugin for claims of devices says before preemption: it has read none where the pod was rejected before. */
const claimsUnread = 'not found'
const noClaims = 'no new claims to deallocate'

/** Lets others run. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
