import type { Pod } from 'apimachinery/api/core/v1'
import type { Clock, Timer } from 'apimachinery/wait'
import { Heap } from '../../internal/heap.js'
import type { PodInfo } from '../state/pod-info.js'
import { Backoff } from './backoff.js'
import type { ClusterEvent } from './cluster-event.js'
import { podChanges } from './pod-changes.js'
import { QueuedPod } from './queued-pod.js'

/** What a {@link SchedulingQueue} asks about pods. */
export interface QueueRules {
  /** The plugin that keeps a pod out of the queue; nothing lets it in. */
  gate(pod: PodInfo): string | undefined
  /** Whether an event may help a pod that a plugin has rejected. */
  mayHelp(plugin: string, event: ClusterEvent, pod: PodInfo): boolean
}

/** How a {@link SchedulingQueue} works. */
export interface SchedulingQueueOptions {
  readonly rules: QueueRules
  /** Measures the pauses. */
  readonly clock: Clock
  /** Called when a pod can be taken. */
  readonly onReady: () => void
}

/** A pod that no event has helped for so long is tried again. */
const longestWait = 300_000

/**
 * The pods without a node: ready ones by priority and age, those that pause, and those that wait for a change in the
 * cluster which may help them.
 *
 * Source: pkg/scheduler/backend/queue.
 */
export class SchedulingQueue {
  readonly #options: SchedulingQueueOptions
  readonly #active = new Heap<QueuedPod>(isBefore)
  readonly #backoff: Backoff
  readonly #waiting = new Map<string, QueuedPod>()
  /** Pods in any of the three, by uid. */
  readonly #pods = new Map<string, QueuedPod>()
  #timer: Timer | undefined
  #timerAt = Number.POSITIVE_INFINITY
  #stopped = false

  constructor(options: SchedulingQueueOptions) {
    this.#options = options
    this.#backoff = new Backoff(() => this.#now(), isBefore)
  }

  /** How many pods are in the queue. */
  get size(): number {
    return this.#pods.size
  }

  add(info: PodInfo): void {
    this.delete(info.uid)
    const pod = new QueuedPod(info, this.#now())
    this.#pods.set(info.uid, pod)
    this.#activate(pod)
  }

  /** Takes over a new state of a pod. One that waits is tried again if the change may help it. */
  update(old: Pod, info: PodInfo): void {
    const pod = this.#pods.get(info.uid)
    if (pod === undefined) {
      this.add(info)
      return
    }
    pod.info = info
    if (this.#active.has(pod)) this.#active.put(pod)
    else if (this.#backoff.has(pod)) this.#backoff.update(pod)
    else this.#offerChanges(pod, old)
  }

  delete(uid: string): void {
    const pod = this.#pods.get(uid)
    if (pod === undefined) return
    this.#pods.delete(uid)
    this.#active.remove(pod)
    this.#backoff.remove(pod)
    this.#waiting.delete(uid)
  }

  /** Takes the next pod. When none is ready, one that pauses: the scheduler has nothing better to do. */
  pop(): QueuedPod | undefined {
    const pod = this.#active.pop() ?? this.#backoff.popEarly()
    if (pod === undefined) return undefined
    pod.backoffUntil = undefined
    this.#pods.delete(pod.info.uid)
    return pod
  }

  /** Takes back a pod that could not be scheduled; `plugins` have rejected it, an error if there are none. */
  addUnschedulable(pod: QueuedPod, plugins: ReadonlySet<string>): void {
    const { uid } = pod.info
    if (this.#pods.has(uid)) return
    pod.plugins = plugins
    pod.gate = undefined
    if (plugins.size === 0) pod.errorCount++
    else {
      pod.unschedulableCount++
      pod.errorCount = 0
    }
    pod.timestamp = this.#now()
    pod.backoffUntil = undefined
    this.#pods.set(uid, pod)
    if (plugins.size === 0) this.#requeue(pod)
    else this.#wait(pod)
  }

  /** Tries the waiting pods again that an event may help. */
  notify(event: ClusterEvent, only: (pod: PodInfo) => boolean = () => true): void {
    for (const pod of [...this.#waiting.values()]) if (only(pod.info)) this.#offer(pod, event)
  }

  /** Tries a pod again now. */
  activate(uid: string): void {
    const pod = this.#pods.get(uid)
    if (pod === undefined || this.#active.has(pod)) return
    this.#backoff.remove(pod)
    this.#activate(pod)
  }

  stop(): void {
    this.#stopped = true
    this.#timer?.stop()
    this.#timer = undefined
  }

  #now(): number {
    return this.#options.clock.monotonic()
  }

  #offer(pod: QueuedPod, event: ClusterEvent): void {
    const { rules } = this.#options
    if (pod.gate !== undefined && !opensGate(pod.gate, event, pod.info)) return
    const helps =
      pod.plugins.size === 0 ||
      event.resource === 'everything' ||
      [...pod.plugins].some((plugin) => rules.mayHelp(plugin, event, pod.info))
    if (helps) this.#requeue(pod)
  }

  #offerChanges(pod: QueuedPod, old: Pod): void {
    const { uid, pod: now } = pod.info
    for (const change of podChanges(old, now)) {
      this.#offer(pod, { resource: 'pod', change, old, new: now })
      if (!this.#waiting.has(uid)) return
    }
  }

  #requeue(pod: QueuedPod): void {
    if (!this.#backoff.isPausing(pod)) this.#activate(pod)
    else if (this.#isGated(pod)) this.#wait(pod)
    else this.#pause(pod)
  }

  #pause(pod: QueuedPod): void {
    this.#waiting.delete(pod.info.uid)
    this.#backoff.put(pod)
    if (pod.plugins.size > 0) this.#options.onReady()
    this.#setTimer(this.#backoff.nextEnd)
  }

  #activate(pod: QueuedPod): void {
    if (this.#isGated(pod)) {
      this.#wait(pod)
      return
    }
    this.#waiting.delete(pod.info.uid)
    this.#active.put(pod)
    this.#options.onReady()
  }

  #isGated(pod: QueuedPod): boolean {
    pod.gate = this.#options.rules.gate(pod.info)
    if (pod.gate === undefined) return false
    pod.plugins = new Set([...pod.plugins, pod.gate])
    return true
  }

  #wait(pod: QueuedPod): void {
    this.#waiting.set(pod.info.uid, pod)
    this.#setTimer(pod.timestamp + longestWait)
  }

  #setTimer(at: number | undefined): void {
    if (at === undefined || at >= this.#timerAt || this.#stopped) return
    this.#timer?.stop()
    this.#timerAt = at
    const pause = Math.max(0, at - this.#now())
    this.#timer = this.#options.clock.setTimer(() => this.#flush(), pause)
  }

  /** Makes those ready whose pauses have ended, and those that have waited for too long. */
  #flush(): void {
    this.#timer = undefined
    this.#timerAt = Number.POSITIVE_INFINITY
    for (const pod of this.#backoff.popCompleted()) this.#activate(pod)
    const now = this.#now()
    let next = Number.POSITIVE_INFINITY
    for (const pod of [...this.#waiting.values()]) {
      const due = pod.timestamp + longestWait
      if (due > now) next = Math.min(next, due)
      else if (pod.gate === undefined) this.#offer(pod, { resource: 'everything', change: 'timeout' })
    }
    this.#setTimer(Number.isFinite(next) ? next : undefined)
    this.#setTimer(this.#backoff.nextEnd)
  }
}

/** Source: plugins/queuesort. */
function isBefore(a: QueuedPod, b: QueuedPod): boolean {
  const difference = a.info.priority - b.info.priority
  return difference > 0 || (difference === 0 && a.timestamp < b.timestamp)
}

function opensGate(gate: string, event: ClusterEvent, pod: PodInfo): boolean {
  if (event.resource !== 'pod') return event.resource === 'everything' && event.change === 'activate'
  if (gate === 'SchedulingGates') return event.change === 'gates' && event.new?.metadata?.uid === pod.uid
  return event.change === 'delete'
}
