import type { EventHandler } from '@apimachinery/client/cache'
import type { Node, Pod } from 'apimachinery/api/core/v1'
import { nodeChanges } from './queue/node-changes.js'
import { podChanges } from './queue/pod-changes.js'
import type { SchedulingQueue } from './queue/scheduling-queue.js'
import type { ClusterState } from './state/cluster-state.js'
import { PodInfo } from './state/pod-info.js'

/** What {@link ClusterHandlers} keep up to date. */
export interface ClusterHandlersOptions {
  readonly state: ClusterState
  readonly queue: SchedulingQueue
  readonly schedulerName: string
}

/** Brings what informers see into the state of the cluster and the queue. Source: pkg/scheduler/eventhandlers.go. */
export class ClusterHandlers {
  readonly #options: ClusterHandlersOptions

  constructor(options: ClusterHandlersOptions) {
    this.#options = options
  }

  nodes(): EventHandler<Node> {
    const { state, queue } = this.#options
    return {
      onAdd(node) {
        state.setNode(node)
        queue.notify({ resource: 'node', change: 'add', new: node })
      },
      onUpdate(old, node) {
        state.setNode(node)
        for (const change of nodeChanges(old, node)) queue.notify({ resource: 'node', change, old, new: node })
      },
      onDelete(node) {
        queue.notify({ resource: 'node', change: 'delete', old: node })
        state.removeNode(node.metadata?.name ?? '')
      },
    }
  }

  /** Pods that have ended take no room: for the scheduler they are gone. */
  pods(): EventHandler<Pod> {
    return {
      filter: ({ status }) => status?.phase !== 'Succeeded' && status?.phase !== 'Failed',
      onAdd: (pod) => this.#added(pod),
      onUpdate: (old, pod) => this.#updated(old, pod),
      onDelete: (pod) => this.#deleted(pod),
    }
  }

  #added(pod: Pod): void {
    if (nodeOf(pod) !== '') this.#placed(pod)
    else if (this.#isOurs(pod)) this.#enqueue(new PodInfo(pod))
  }

  #updated(old: Pod, pod: Pod): void {
    if (nodeOf(old) !== '') this.#placedUpdate(old, pod)
    else if (nodeOf(pod) !== '') {
      this.#placed(pod)
      if (this.#isOurs(old)) this.#dequeue(pod.metadata?.uid ?? '')
    } else if (this.#isOurs(old)) this.#pendingUpdate(old, pod)
  }

  #deleted(pod: Pod): void {
    const uid = pod.metadata?.uid ?? ''
    if (nodeOf(pod) !== '') {
      this.#options.state.remove(uid)
      this.#options.queue.notify({ resource: 'pod', change: 'delete', old: pod })
    } else if (this.#isOurs(pod)) this.#pendingDeleted(pod)
  }

  #placed(pod: Pod): void {
    const { state, queue } = this.#options
    state.place(new PodInfo(pod), nodeOf(pod))
    queue.notify({ resource: 'pod', change: 'add', new: pod })
  }

  #placedUpdate(old: Pod, pod: Pod): void {
    const { state, queue } = this.#options
    state.place(new PodInfo(pod), nodeOf(pod))
    for (const change of podChanges(old, pod)) queue.notify({ resource: 'pod', change, old, new: pod })
  }

  #pendingUpdate(old: Pod, pod: Pod): void {
    const { state, queue } = this.#options
    const info = new PodInfo(pod)
    if (state.isAssumed(info.uid)) {
      if (info.isTerminating && old.metadata?.deletionTimestamp === undefined) this.#forget(pod)
      return
    }
    this.#renominate(old, info)
    queue.update(old, info)
    const nominated = old.status?.nominatedNodeName ?? ''
    if (nominated !== '' && nominated !== pod.status?.nominatedNodeName) this.#releaseNomination(old)
  }

  #pendingDeleted(pod: Pod): void {
    const uid = pod.metadata?.uid ?? ''
    this.#dequeue(uid)
    if (this.#options.state.isAssumed(uid)) this.#forget(pod)
    else if (pod.status?.nominatedNodeName) this.#releaseNomination(pod)
  }

  #enqueue(info: PodInfo): void {
    const { state, queue } = this.#options
    state.nominations.set(info, info.pod.status?.nominatedNodeName ?? '')
    queue.add(info)
  }

  #dequeue(uid: string): void {
    const { state, queue } = this.#options
    state.nominations.delete(uid)
    queue.delete(uid)
  }

  /** An update that does not know the nomination yet keeps it. */
  #renominate(old: Pod, info: PodInfo): void {
    const { nominations } = this.#options.state
    const before = old.status?.nominatedNodeName ?? ''
    const now = info.pod.status?.nominatedNodeName ?? ''
    nominations.set(info, before === '' && now === '' ? (nominations.nodeOf(info.uid) ?? '') : now)
  }

  /** A pod that is being bound is deleted: others can have its room. */
  #forget(pod: Pod): void {
    const { state, queue } = this.#options
    state.forget(pod.metadata?.uid ?? '')
    queue.notify({ resource: 'pod', change: 'delete', old: pod })
  }

  /** Only pods of the same or lower priority have stood back for a nominated one. */
  #releaseNomination(pod: Pod): void {
    const priority = pod.spec?.priority ?? 0
    this.#options.queue.notify({ resource: 'pod', change: 'delete', old: pod }, (other) => other.priority <= priority)
  }

  #isOurs({ spec }: Pod): boolean {
    return (spec?.schedulerName || 'default-scheduler') === this.#options.schedulerName
  }
}

function nodeOf({ spec }: Pod): string {
  return spec?.nodeName ?? ''
}
