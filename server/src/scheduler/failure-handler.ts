import type { Lister } from '@apimachinery/client/cache'
import type { Pod } from 'apimachinery/api/core/v1'
import { messageOf } from 'apimachinery/errors'
import type { ControllerContext } from '../controllers/controller.js'
import { patchPodStatus } from './pod-status.js'
import type { QueuedPod } from './queue/queued-pod.js'
import type { SchedulingQueue } from './queue/scheduling-queue.js'
import type { SchedulerEvents } from './scheduler-events.js'
import type { Slots } from './slots.js'
import type { ClusterState } from './state/cluster-state.js'
import { PodInfo } from './state/pod-info.js'

/** The parts of a {@link FailureHandler}. */
export interface FailureParts {
  readonly context: ControllerContext
  readonly state: ClusterState
  readonly queue: SchedulingQueue
  readonly events: SchedulerEvents
  readonly pods: Lister<Pod>
  readonly slots: Slots
}

/** Why a pod was not scheduled. */
export interface Unschedulable {
  readonly message: string
  /** Plugins that rejected it; none for errors. */
  readonly plugins: ReadonlySet<string>
  /** Empty text removes the nomination; nothing leaves it. */
  readonly nominatedNodeName: string | undefined
}

/** An event's note has no more bytes. */
const longestNote = 1024
const action = 'Scheduling'

/** Puts pods that were not scheduled back into the queue, and says why. Source: `handleSchedulingFailure` of pkg/scheduler/schedule_one.go. */
export class FailureHandler {
  readonly #parts: FailureParts

  constructor(parts: FailureParts) {
    this.#parts = parts
  }

  /** No node fits. */
  unschedulable(queued: QueuedPod, failure: Unschedulable): void {
    this.#fail(queued, 'Unschedulable', failure)
  }

  noNodes(queued: QueuedPod): void {
    const message = 'no nodes available to schedule pods'
    this.#fail(queued, 'Unschedulable', { message, plugins: new Set(), nominatedNodeName: '' })
  }

  /** Something failed that has nothing to do with the pod's wishes. */
  error(queued: QueuedPod, error: unknown): void {
    this.#fail(queued, 'SchedulerError', { message: messageOf(error), plugins: new Set(), nominatedNodeName: '' })
  }

  /** A pod that is being deleted is not scheduled any more. */
  skipDeleting({ pod, key }: PodInfo): void {
    const note = `skip schedule deleting pod: ${key}`
    const event = { type: 'Warning', reason: 'FailedScheduling', action, note } as const
    this.#parts.slots.run(() => this.#parts.events.event(pod, event))
  }

  #fail(queued: QueuedPod, reason: string, failure: Unschedulable): void {
    const { pods, queue, state, slots } = this.#parts
    const current = pods.getByKey(queued.info.key)
    if (current !== undefined && !current.spec?.nodeName) {
      if (current.metadata?.uid !== queued.info.uid) return
      if (current !== queued.info.pod) queued.info = new PodInfo(current)
      queue.addUnschedulable(queued, failure.plugins)
      const nominated = failure.nominatedNodeName ?? current.status?.nominatedNodeName ?? ''
      state.nominations.set(queued.info, nominated)
    }
    const { pod } = queued.info
    slots.run(() => this.#report(pod, reason, failure))
  }

  async #report(pod: Pod, reason: string, { message, nominatedNodeName }: Unschedulable): Promise<void> {
    const { context, events } = this.#parts
    const event = events.event(pod, { type: 'Warning', reason: 'FailedScheduling', action, note: cut(message) })
    const observedGeneration = pod.metadata?.generation
    const condition = { type: 'PodScheduled', status: 'False', reason, message, observedGeneration }
    await patchPodStatus(context, pod, { condition, nominatedNodeName }).catch((error: unknown) =>
      context.onError(error, 'scheduler'),
    )
    await event
  }
}

function cut(message: string): string {
  return message.length <= longestNote ? message : `${message.slice(0, longestNote - 4)} ...`
}
