import type { Pod } from 'apimachinery/api/core/v1'
import { isDeleting } from '../controller.js'
import { isPodTerminal, timeOf } from '../pod-control/pod-state.js'
import { generationLabel, hashLabel } from './daemon-template.js'
import { targetNode } from './target-node.js'

/** Pods by the name of their node. */
export type PodsByNode = ReadonlyMap<string, readonly Pod[]>

/** What the newest pods of a daemon set are known by. */
export interface Newest {
  readonly hash: string
  readonly generation: string | undefined
}

/** The pods that matter by node: not those that have finished and are being deleted. */
export function podsByNode(pods: readonly Pod[]): PodsByNode {
  const byNode = new Map<string, Pod[]>()
  for (const pod of pods) {
    const node = targetNode(pod)
    if (node === undefined || (isPodTerminal(pod) && isDeleting(pod))) continue
    const others = byNode.get(node)
    if (others === undefined) byNode.set(node, [pod])
    else others.push(pod)
  }
  return byNode
}

/** Pods on nodes first, then the oldest. */
export function oldestFirst(pods: readonly Pod[]): Pod[] {
  return [...pods].sort(
    (a, b) =>
      Number(isUnbound(a)) - Number(isUnbound(b)) ||
      (timeOf(a.metadata?.creationTimestamp) ?? 0) - (timeOf(b.metadata?.creationTimestamp) ?? 0) ||
      ((a.metadata?.name ?? '') < (b.metadata?.name ?? '') ? -1 : 1),
  )
}

/** Whether no node has the pod yet. */
export function isUnbound({ spec }: Pod): boolean {
  return !spec?.nodeName
}

/** Whether a pod has the newest template. Source: `IsPodUpdated` in pkg/controller/daemon/util of Kubernetes. */
export function isUpdated({ metadata }: Pod, { hash, generation }: Newest): boolean {
  const labels = metadata?.labels ?? {}
  const isOfGeneration = generation !== undefined && labels[generationLabel] === generation
  return isOfGeneration || (hash !== '' && labels[hashLabel] === hash)
}

/** The pods of a node that are not being deleted: at most one new and one old; undefined if there are more. */
export function pairOn(
  pods: readonly Pod[],
  newest: Newest,
): { readonly newPod: Pod | undefined; readonly oldPod: Pod | undefined } | undefined {
  const live = pods.filter((pod) => !isDeleting(pod))
  const [newPod, ...otherNew] = live.filter((pod) => isUpdated(pod, newest))
  const [oldPod, ...otherOld] = live.filter((pod) => !isUpdated(pod, newest))
  return otherNew.length > 0 || otherOld.length > 0 ? undefined : { newPod, oldPod }
}
