import type { Client } from '@apimachinery/client'
import { DaemonSet, type DaemonSetStatus } from 'apimachinery/api/apps/v1'
import type { Node } from 'apimachinery/api/core/v1'
import { isPodAvailable, isPodReady } from '../pod-control/pod-state.js'
import { placementOn } from './daemon-placement.js'
import { isUpdated, oldestFirst } from './daemon-pods.js'
import { templateGeneration } from './daemon-template.js'
import type { NodeView } from './node-decisions.js'

const compared = [
  'desiredNumberScheduled',
  'currentNumberScheduled',
  'numberMisscheduled',
  'numberReady',
  'updatedNumberScheduled',
  'numberAvailable',
  'numberUnavailable',
] as const satisfies readonly (keyof DaemonSetStatus)[]

/** The numbers of a daemon set's status. */
export type DaemonCounts = Record<(typeof compared)[number], number>

/** Counts nodes and pods. Source: `updateDaemonSetStatus` in pkg/controller/daemon of Kubernetes. */
export function countNodes({ set, byNode, hash, now }: NodeView, nodes: readonly Node[]): DaemonCounts {
  const newest = { hash, generation: templateGeneration(set) }
  const placed = nodes.map((node) => {
    const [pod] = oldestFirst(byNode.get(node.metadata?.name ?? '') ?? [])
    return { runs: placementOn(node, set).runs, pod }
  })
  const desired = placed.filter(({ runs }) => runs)
  const running = desired.flatMap(({ pod }) => pod ?? [])
  const available = running.filter((pod) => isPodAvailable(pod, set.spec?.minReadySeconds ?? 0, now)).length
  return {
    desiredNumberScheduled: desired.length,
    currentNumberScheduled: running.length,
    numberMisscheduled: placed.filter(({ runs, pod }) => !runs && pod !== undefined).length,
    numberReady: running.filter(isPodReady).length,
    updatedNumberScheduled: running.filter((pod) => isUpdated(pod, newest)).length,
    numberAvailable: available,
    numberUnavailable: desired.length - available,
  }
}

/** Writes the status of a daemon set, a second time where others have written it. @returns the set as the server has it; undefined if the status was right. */
export async function storeStatus(
  client: Client,
  set: DaemonSet,
  counts: DaemonCounts,
): Promise<DaemonSet | undefined> {
  const { namespace, name = '', generation } = set.metadata ?? {}
  const { status } = set
  const isKnown = Number(status?.observedGeneration ?? 0) >= Number(generation ?? 0)
  if (isKnown && compared.every((field) => (status?.[field] ?? 0) === counts[field])) return undefined
  const write = (latest: DaemonSet): Promise<DaemonSet> =>
    client.updateStatus(
      new DaemonSet({ ...latest, status: { ...latest.status, ...counts, observedGeneration: generation } }),
    )
  try {
    return await write(set)
  } catch {
    return write(await client.get(DaemonSet, { namespace, name }))
  }
}
