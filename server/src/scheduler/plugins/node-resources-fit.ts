import type { Node, Pod } from 'apimachinery/api/core/v1'
import { type FilterPlugin, maxScore, type NodeFilter, type ScorePlugin } from '../framework/plugin.js'
import type { Rejection } from '../framework/status.js'
import type { ClusterEvent } from '../queue/cluster-event.js'
import type { NodeInfo } from '../state/node-info.js'
import type { PodInfo } from '../state/pod-info.js'
import { defaultRequests, podRequests } from '../state/pod-requests.js'
import { amountsOf } from '../state/resource-amounts.js'
import { Resources } from '../state/resources.js'

/** Rejects nodes without room for what the pod requests, and prefers those with the most room. Source: plugins/noderesources. */
export const nodeResourcesFit: FilterPlugin & ScorePlugin = {
  name: 'NodeResourcesFit',
  weight: 1,
  prepareFilter: ({ requests }): NodeFilter => ({ filter: (node) => insufficient(requests, node) }),
  prepareScore(pod) {
    const amounts = podRequests(pod.pod, defaultRequests)
    const cpu = amounts.get('cpu') ?? 0
    const memory = amounts.get('memory') ?? 0
    return { score: (node) => leastAllocated(node, { cpu, memory }) }
  },
  mayHelp(event, pod) {
    if (event.resource === 'node') return nodeHasRoom(event, pod)
    return event.resource === 'pod' && frees(event, pod)
  },
}

/** Source: `fitsRequest` of plugins/noderesources/fit.go. */
function insufficient(wanted: Resources, { pods, allocatable, requested }: NodeInfo): Rejection | undefined {
  let reasons: string[] | undefined
  let isResolvable = true
  const lacks = (name: string, amount: number, capacity: number): void => {
    reasons = [...(reasons ?? []), `Insufficient ${name}`]
    if (amount > capacity) isResolvable = false
  }
  if (pods.size + 1 > allocatable.pods) reasons = ['Too many pods']
  if (wanted.cpu > 0 && wanted.cpu > allocatable.cpu - requested.cpu) lacks('cpu', wanted.cpu, allocatable.cpu)
  if (wanted.memory > 0 && wanted.memory > allocatable.memory - requested.memory)
    lacks('memory', wanted.memory, allocatable.memory)
  const { ephemeralStorage } = wanted
  if (ephemeralStorage > 0 && ephemeralStorage > allocatable.ephemeralStorage - requested.ephemeralStorage)
    lacks('ephemeral-storage', ephemeralStorage, allocatable.ephemeralStorage)
  if (wanted.scalars !== undefined)
    for (const [name, amount] of wanted.scalars) {
      const capacity = allocatable.scalars?.get(name) ?? 0
      if (amount > 0 && amount > capacity - (requested.scalars?.get(name) ?? 0)) lacks(name, amount, capacity)
    }
  return reasons === undefined ? undefined : { code: isResolvable ? 'Unschedulable' : 'Unresolvable', reasons }
}

/** Source: plugins/noderesources/least_allocated.go; CPU and memory count the same. */
function leastAllocated(
  { allocatable, nonZeroCpu, nonZeroMemory }: NodeInfo,
  { cpu, memory }: Pick<Resources, 'cpu' | 'memory'>,
): number {
  const scored = Number(allocatable.cpu > 0) + Number(allocatable.memory > 0)
  if (scored === 0) return 0
  const sum = free(nonZeroCpu + cpu, allocatable.cpu) + free(nonZeroMemory + memory, allocatable.memory)
  return Math.trunc(sum / scored)
}

function free(requested: number, capacity: number): number {
  if (capacity === 0 || requested > capacity) return 0
  return Math.trunc(((capacity - requested) * maxScore) / capacity)
}

function nodeHasRoom(event: Extract<ClusterEvent, { resource: 'node' }>, pod: PodInfo): boolean {
  if ((event.change !== 'add' && event.change !== 'allocatable') || event.new === undefined) return false
  const now = allocatableOf(event.new)
  if (!fitsEmpty(pod.requests, now)) return false
  return event.old === undefined || hasGrown(pod.requests, allocatableOf(event.old), now)
}

function allocatableOf({ status }: Node): Resources {
  return Resources.of(amountsOf(status?.allocatable))
}

function fitsEmpty(wanted: Resources, capacity: Resources): boolean {
  if (capacity.pods < 1 || wanted.cpu > capacity.cpu || wanted.memory > capacity.memory) return false
  if (wanted.ephemeralStorage > capacity.ephemeralStorage) return false
  return [...(wanted.scalars ?? [])].every(([name, amount]) => amount <= (capacity.scalars?.get(name) ?? 0))
}

/** Whether one of the wanted amounts, or the number of pods, has grown. */
function hasGrown(wanted: Resources, before: Resources, now: Resources): boolean {
  if (now.pods > before.pods) return true
  return anyLess(wanted, before, now)
}

function anyLess(wanted: Resources, before: Resources, now: Resources): boolean {
  if (wanted.cpu > 0 && before.cpu < now.cpu) return true
  if (wanted.memory > 0 && before.memory < now.memory) return true
  if (wanted.ephemeralStorage > 0 && before.ephemeralStorage < now.ephemeralStorage) return true
  return [...(wanted.scalars ?? [])].some(
    ([name, amount]) => amount > 0 && (before.scalars?.get(name) ?? 0) < (now.scalars?.get(name) ?? 0),
  )
}

/** Whether another pod has given up resources, or the pod itself wants less. */
function frees({ change, old, new: now }: Extract<ClusterEvent, { resource: 'pod' }>, pod: PodInfo): boolean {
  if (change === 'delete') return isPlaced(old)
  if (change !== 'requests' || old === undefined || now === undefined) return false
  if (now.metadata?.uid === pod.uid) return true
  if (!now.spec?.nodeName) return false
  return anyLess(pod.requests, Resources.of(podRequests(now)), Resources.of(podRequests(old)))
}

function isPlaced(pod: Pod | undefined): boolean {
  return Boolean(pod?.spec?.nodeName) || Boolean(pod?.status?.nominatedNodeName)
}
