import type { DaemonSet } from 'apimachinery/api/apps/v1'
import type { Node, Pod } from 'apimachinery/api/core/v1'
import { getUID } from 'apimachinery/runtime'
import type { ControllerContext } from '../controller.js'
import { isDeleting } from '../controller.js'
import { isPodAvailable, isPodReady } from '../pod-control/pod-state.js'
import { placementOn } from './daemon-placement.js'
import { isUnbound, oldestFirst, type PodsByNode } from './daemon-pods.js'
import { hashLabel } from './daemon-template.js'
import { FailedPodBackoff } from './failed-pod-backoff.js'
import { allowsSurge } from './update-limits.js'

/** What must be created and deleted. */
export interface Changes {
  /** Names of nodes that get a pod. */
  readonly create: readonly string[]
  readonly delete: readonly Pod[]
}

/** What is known when nodes are looked at. */
export interface NodeView {
  readonly set: DaemonSet
  readonly byNode: PodsByNode
  /** Of the newest revision. */
  readonly hash: string
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Called with the milliseconds after which the daemon set must be looked at again. */
  readonly later: (milliseconds: number) => void
}

/** Decides for each node which pods it gets and which it loses. Source: `manage` in pkg/controller/daemon of Kubernetes. */
export class NodeDecisions {
  readonly #events: ControllerContext['events']
  readonly #backoff = new FailedPodBackoff()

  constructor(events: ControllerContext['events']) {
    this.#events = events
  }

  changes(view: NodeView, nodes: readonly Node[]): Changes {
    const all = nodes.map((node) => this.#onNode(view, node))
    const names = new Set(nodes.map(({ metadata }) => metadata?.name))
    const lost = [...view.byNode].flatMap(([node, pods]) => (names.has(node) ? [] : pods.filter(isUnbound)))
    return { create: all.flatMap(({ create }) => create), delete: [...all.flatMap((each) => each.delete), ...lost] }
  }

  #onNode(view: NodeView, node: Node): Changes {
    const { runs, continues } = placementOn(node, view.set)
    const name = node.metadata?.name ?? ''
    const pods = view.byNode.get(name)
    if (runs && pods === undefined) return { create: [name], delete: [] }
    if (!continues) return { create: [], delete: (pods ?? []).filter((pod) => !isDeleting(pod)) }
    const running = (pods ?? []).filter((pod) => !isDeleting(pod) && !isFinished(pod))
    const finished = this.#finished(view, name)
    if (!allowsSurge(view.set)) return { create: [], delete: [...finished, ...oldestFirst(running).slice(1)] }
    const create = running.length === 0 && runs ? [name] : []
    return { create, delete: [...finished, ...surplus(view, running)] }
  }

  /** Pods that have finished and are deleted, so that others come. */
  #finished({ set, byNode, now, later }: NodeView, node: string): Pod[] {
    return (byNode.get(node) ?? []).filter((pod) => {
      if (isDeleting(pod) || !isFinished(pod)) return false
      const what = `daemon pod ${pod.metadata?.namespace}/${pod.metadata?.name} on node ${node}`
      if (pod.status?.phase === 'Succeeded') {
        this.#events.event(set, 'Normal', 'SucceededDaemonPod', `Found succeeded ${what}, will try to delete it`)
        return true
      }
      const key = `${getUID(set)}/${set.status?.observedGeneration ?? 0}/${node}`
      const pause = this.#backoff.pauseOf(key, now)
      if (pause !== undefined) {
        later(pause)
        return false
      }
      this.#backoff.next(key, now)
      this.#events.event(set, 'Warning', 'FailedDaemonPod', `Found failed ${what}, will try to kill it`)
      return true
    })
  }
}

function isFinished({ status }: Pod): boolean {
  return status?.phase === 'Failed' || status?.phase === 'Succeeded'
}

/**
 * Pods that are too many where two may be on a node: the oldest new one and the oldest old one stay, until the new one is available or the old one
 * is not ready.
 */
function surplus({ set, hash, now }: NodeView, running: readonly Pod[]): Pod[] {
  if (running.length <= 1) return []
  const sorted = oldestFirst(running)
  const isNew = ({ metadata }: Pod): boolean => metadata?.labels?.[hashLabel] === hash
  const newPod = sorted.find(isNew)
  const oldPod = sorted.find((pod) => !isNew(pod))
  const others = sorted.filter((pod) => pod !== newPod && pod !== oldPod)
  if (newPod === undefined || oldPod === undefined) return others
  const isReplaced = !isPodReady(oldPod) || isPodAvailable(newPod, set.spec?.minReadySeconds ?? 0, now)
  return isReplaced ? [...others, oldPod] : others
}
