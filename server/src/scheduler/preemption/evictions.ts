import type { Lister } from '@apimachinery/client/cache'
import { Pod } from 'apimachinery/api/core/v1'
import { isNotFound } from 'apimachinery/errors'
import type { ControllerContext } from '../../controllers/controller.js'
import { patchPodStatus } from '../pod-status.js'
import type { SchedulerEvents } from '../scheduler-events.js'
import type { ClusterState } from '../state/cluster-state.js'
import type { PodInfo } from '../state/pod-info.js'
import type { Candidate } from './candidate.js'

/** The parts of {@link Evictions}. */
export interface EvictionParts {
  readonly context: ControllerContext
  readonly state: ClusterState
  readonly events: SchedulerEvents
  readonly pods: Lister<Pod>
  readonly schedulerName: string
}

/**
 * Deletes the victims of preemptors, beside the search for nodes. Until the deletion of the last one has begun, the
 * preemptor stays out of the queue.
 *
 * Source: pkg/scheduler/framework/preemption/executor.go.
 */
export class Evictions {
  readonly #parts: EvictionParts
  /** By uid of the preemptor: the key of its last victim, once it is the only one left. */
  readonly #running = new Map<string, string | undefined>()

  constructor(parts: EvictionParts) {
    this.#parts = parts
  }

  /** Whether pods are being deleted for this one. */
  isRunning(preemptor: string): boolean {
    if (!this.#running.has(preemptor)) return false
    const last = this.#running.get(preemptor)
    if (last === undefined) return true
    const victim = this.#parts.pods.getByKey(last)
    return victim !== undefined && victim.metadata?.deletionTimestamp === undefined
  }

  /** Whether there is anything to delete. Victims that are being deleted are waited for. */
  needs({ victims }: Candidate): boolean {
    return victims.some(({ isTerminating }) => !isTerminating)
  }

  /** Keeps the preemptor out of the queue from now on, until {@link run} has ended. */
  begin(preemptor: PodInfo): void {
    this.#running.set(preemptor.uid, undefined)
  }

  /** Deletes the victims. @returns whether that worked; failures are reported */
  async run(preemptor: PodInfo, candidate: Candidate): Promise<boolean> {
    const victims = candidate.victims.filter(({ isTerminating }) => !isTerminating)
    try {
      await this.#withdrawNominations(preemptor, candidate.node)
      const last = victims[victims.length - 1]!
      await Promise.all(victims.slice(0, -1).map((victim) => this.#evict(victim, preemptor, candidate.node)))
      this.#running.set(preemptor.uid, last.key)
      await this.#evict(last, preemptor, candidate.node)
      return true
    } catch (error) {
      this.#parts.context.onError(error, 'scheduler')
      return false
    } finally {
      this.#running.delete(preemptor.uid)
    }
  }

  /** Pods of lower priority, for which the node was meant, look for another one. */
  async #withdrawNominations({ priority }: PodInfo, node: string): Promise<void> {
    const { context, state } = this.#parts
    const lower = [...state.nominations.of(node)].filter((pod) => pod.priority < priority)
    await Promise.all(lower.map(({ pod }) => patchPodStatus(context, pod, { nominatedNodeName: '' })))
  }

  async #evict(victim: PodInfo, preemptor: PodInfo, node: string): Promise<void> {
    const { context, events, schedulerName } = this.#parts
    const { pod, name, namespace, uid } = victim
    const condition = {
      type: 'DisruptionTarget',
      status: 'True',
      observedGeneration: pod.metadata?.generation,
      reason: 'PreemptionByScheduler',
      message: `${schedulerName}: preempting to accommodate a higher priority pod`,
    }
    try {
      await patchPodStatus(context, pod, { condition })
      await context.client.resource(Pod).namespace(namespace).delete(name, { preconditions: { uid } })
    } catch (error) {
      if (isNotFound(error)) return
      throw error
    }
    const note = `Preempted by pod ${preemptor.uid} on node ${node}`
    await events.event(pod, { reason: 'Preempted', action: 'Preempting', note, related: preemptor.pod })
  }
}
