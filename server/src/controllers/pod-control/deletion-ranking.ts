import type { Pod } from 'apimachinery/api/core/v1'
import { isPodActive, isPodReady, podReadySince, timeOf } from './pod-state.js'

const deletionCost = 'controller.kubernetes.io/pod-deletion-cost'

/** What pods are ranked by, beside themselves. */
export interface DeletionRanking {
  /** Pods of the owner's other children, and those that are ranked: pods that share a node with many of them go first. */
  readonly related: readonly Pod[]
  /** Milliseconds since the epoch. */
  readonly now: number
}

/**
 * The pods to delete where some of them must go: those that run least, cost least, share their nodes, and are youngest.
 *
 * Source: `getPodsToDelete` of pkg/controller/replicaset and `ActivePodsWithRanks` of pkg/controller of Kubernetes.
 */
export function podsToDelete(pods: readonly Pod[], count: number, { related, now }: DeletionRanking): readonly Pod[] {
  if (count >= pods.length) return pods
  const onNode = new Map<string, number>()
  for (const pod of related) {
    if (!isPodActive(pod)) continue
    const node = pod.spec?.nodeName ?? ''
    onNode.set(node, (onNode.get(node) ?? 0) + 1)
  }
  const ranked = pods.map((pod) => factsOf(pod, onNode))
  return ranked
    .sort((a, b) => compare(a, b, now))
    .slice(0, count)
    .map(({ pod }) => pod)
}

interface RankedPod {
  readonly pod: Pod
  readonly assigned: number
  readonly phase: number
  readonly ready: number
  readonly cost: number
  /** Related pods on its node. */
  readonly neighbours: number
  readonly readySince: number | undefined
  readonly restarts: readonly [containers: number, sidecars: number]
  readonly created: number | undefined
}

const phases: Readonly<Record<string, number>> = { Pending: 0, Unknown: 1, Running: 2 }

function factsOf(pod: Pod, onNode: ReadonlyMap<string, number>): RankedPod {
  const { metadata, spec, status } = pod
  const node = spec?.nodeName ?? ''
  return {
    pod,
    assigned: node === '' ? 0 : 1,
    phase: phases[status?.phase ?? ''] ?? 0,
    ready: isPodReady(pod) ? 1 : 0,
    cost: costOf(metadata?.annotations?.[deletionCost]),
    neighbours: onNode.get(node) ?? 0,
    readySince: podReadySince(pod),
    restarts: restartsOf(pod),
    created: timeOf(metadata?.creationTimestamp),
  }
}

function costOf(text = '0'): number {
  if (!/^(0|-?[0-9]+)$/.test(text) || /^0./.test(text)) return 0
  const cost = Number(text)
  return cost === Math.trunc(Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, cost))) ? cost : 0
}

/** Most restarts of a container, and of an initial container that goes on running. */
function restartsOf({ spec, status }: Pod): readonly [number, number] {
  const most = (statuses: readonly { readonly restartCount?: number | undefined }[]) =>
    Math.max(0, ...statuses.map(({ restartCount = 0 }) => restartCount))
  const sidecars = new Set(
    spec?.initContainers?.filter(({ restartPolicy }) => restartPolicy === 'Always').map(({ name }) => name),
  )
  const ofSidecars = status?.initContainerStatuses?.filter(({ name }) => sidecars.has(name)) ?? []
  return [most(status?.containerStatuses ?? []), most(ofSidecars)]
}

function compare(a: RankedPod, b: RankedPod, now: number): number {
  return (
    a.assigned - b.assigned ||
    a.phase - b.phase ||
    a.ready - b.ready ||
    a.cost - b.cost ||
    b.neighbours - a.neighbours ||
    (a.ready === 1 ? compareAges([a, a.readySince], [b, b.readySince], now) : 0) ||
    b.restarts[0] - a.restarts[0] ||
    b.restarts[1] - a.restarts[1] ||
    compareAges([a, a.created], [b, b.created], now)
  )
}

type Age = readonly [ranked: RankedPod, since: number | undefined]

/** The younger goes first, one without a time before all; ages are compared by their magnitude, and pods of one by their uid. */
function compareAges([a, from]: Age, [b, to]: Age, now: number): number {
  if (from === to) return 0
  if (from === undefined) return -1
  if (to === undefined) return 1
  const difference = magnitude(now - from) - magnitude(now - to)
  if (difference !== 0) return difference
  return (a.pod.metadata?.uid ?? '') < (b.pod.metadata?.uid ?? '') ? -1 : 1
}

/** The power of two of a time in nanoseconds. */
function magnitude(milliseconds: number): number {
  return milliseconds > 0 ? Math.trunc(Math.log2(milliseconds * 1e6)) : -1
}
