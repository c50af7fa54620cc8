import { Binding, Pod } from 'apimachinery/api/core/v1'
import { messageOf } from 'apimachinery/errors'
import type { ControllerContext } from '../controllers/controller.js'
import type { FailureHandler } from './failure-handler.js'
import type { Reservation } from './framework/plugin.js'
import type { PodFilters } from './framework/pod-filters.js'
import { patchPodStatus } from './pod-status.js'
import type { QueuedPod } from './queue/queued-pod.js'
import type { SchedulingQueue } from './queue/scheduling-queue.js'
import type { SchedulerEvents } from './scheduler-events.js'
import type { Slots } from './slots.js'
import type { ClusterState } from './state/cluster-state.js'
import type { NodeInfo } from './state/node-info.js'

/** The parts of a {@link BindingCycle}. */
export interface BindingParts {
  readonly context: ControllerContext
  readonly state: ClusterState
  readonly queue: SchedulingQueue
  readonly events: SchedulerEvents
  readonly failures: FailureHandler
  readonly slots: Slots
}

/** Binds pods to the nodes that were found for them. Source: `bindingCycle` of pkg/scheduler/schedule_one.go. */
export class BindingCycle {
  readonly #parts: BindingParts
  readonly #stopping = new AbortController()

  constructor(parts: BindingParts) {
    this.#parts = parts
  }

  /** Takes the room on the node, and begins to bind the pod. */
  begin(queued: QueuedPod, node: NodeInfo, filters: PodFilters): void {
    const { state, slots } = this.#parts
    const { info } = queued
    const reservations = filters.reserve(node)
    state.assume(info, node.name)
    state.nominations.delete(info.uid)
    slots.run(() => this.#bind(queued, node.name, reservations))
  }

  /** Ends the waiting for volumes. */
  stop(): void {
    this.#stopping.abort(new DOMException('the scheduler was stopped', 'AbortError'))
  }

  async #bind(queued: QueuedPod, node: string, reservations: readonly Reservation[]): Promise<void> {
    const { context, events } = this.#parts
    const { pod, name, namespace, uid } = queued.info
    try {
      if (reservations.length > 0) await this.#prepare(pod, node, reservations)
      const binding = new Binding({ metadata: { name, namespace, uid }, target: { kind: 'Node', name: node } })
      const bindings = context.client.resource(Pod).namespace(namespace).subresource('binding', Binding)
      await bindings.create(name, binding).catch(failed('Bind', 'DefaultBinder'))
    } catch (error) {
      for (const reservation of reservations) reservation.release()
      if (!this.#stopping.signal.aborted) this.#failed(queued, error)
      return
    }
    const note = `Successfully assigned ${namespace}/${name} to ${node}`
    await events.event(pod, { reason: 'Scheduled', action: 'Binding', note })
  }

  /** Others see which node the pod will get while its volumes are made. */
  async #prepare(pod: Pod, node: string, reservations: readonly Reservation[]): Promise<void> {
    const { context } = this.#parts
    await patchPodStatus(context, pod, { nominatedNodeName: node }).catch((error: unknown) =>
      context.onError(error, 'scheduler'),
    )
    const { signal } = this.#stopping
    const prepared = Promise.all(reservations.map((reservation) => reservation.prepare(signal)))
    await prepared.catch(failed('PreBind', 'VolumeBinding'))
  }

  #failed(queued: QueuedPod, error: unknown): void {
    const { state, queue, failures } = this.#parts
    const { pod, uid } = queued.info
    if (state.forget(uid)) queue.notify({ resource: 'pod', change: 'delete', old: pod })
    failures.error(queued, error)
  }
}

/** Throws an error again with the step that failed, as upstream words it. */
function failed(step: string, plugin: string): (error: unknown) => never {
  return (error) => {
    throw new Error(`running ${step} plugin "${plugin}": ${messageOf(error)}`, { cause: error })
  }
}
