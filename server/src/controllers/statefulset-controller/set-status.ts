import type { Client } from '@apimachinery/client'
import type { Lister } from '@apimachinery/client/cache'
import { StatefulSet, type StatefulSetStatus } from 'apimachinery/api/apps/v1'
import type { Pod } from 'apimachinery/api/core/v1'
import { isConflict } from 'apimachinery/errors'
import { isDeleting } from '../controller.js'
import { isPodAvailable, isPodReady } from '../pod-control/pod-state.js'
import { replicasOf, revisionOf } from './ordinals.js'

/** How often the status is written where others write the set meanwhile. */
const attempts = 5

/** What pods are counted by. */
export interface CountedBy {
  readonly minReadySeconds: number
  readonly currentRevision: string
  readonly updateRevision: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

type Counts = Required<
  Pick<StatefulSetStatus, 'replicas' | 'readyReplicas' | 'availableReplicas' | 'currentReplicas' | 'updatedReplicas'>
>

/** Whether the pod is on the server. */
export function isCreated({ status }: Pod): boolean {
  return (status?.phase ?? '') !== ''
}

/** Whether the pod is running and ready. */
export function isRunningAndReady(pod: Pod): boolean {
  return pod.status?.phase === 'Running' && isPodReady(pod)
}

/** The numbers of a set's status. Source: `computeReplicaStatus` in pkg/controller/statefulset of Kubernetes. */
export function countPods(pods: readonly Pod[], by: CountedBy): Counts {
  const count = (is: (pod: Pod) => boolean): number => pods.filter(is).length
  const isOf = (pod: Pod, revision: string) => isCreated(pod) && !isDeleting(pod) && revisionOf(pod) === revision
  return {
    replicas: count(isCreated),
    readyReplicas: count(isRunningAndReady),
    availableReplicas: count((pod) => isRunningAndReady(pod) && isPodAvailable(pod, by.minReadySeconds, by.now)),
    currentReplicas: count((pod) => isOf(pod, by.currentRevision)),
    updatedReplicas: count((pod) => isOf(pod, by.updateRevision)),
  }
}

/** The status after a rolling update, if it has ended: the new revision is the current one. Source: `completeRollingUpdate` of Kubernetes. */
export function completed(set: StatefulSet, status: StatefulSetStatus): StatefulSetStatus {
  const { updatedReplicas = 0, readyReplicas = 0, replicas, updateRevision } = status
  const isRolling = set.spec?.updateStrategy?.type === 'RollingUpdate'
  if (!isRolling || [updatedReplicas, readyReplicas, replicas].some((count) => count !== replicasOf(set))) return status
  return { ...status, currentReplicas: updatedReplicas, currentRevision: updateRevision }
}

const compared = [
  'replicas',
  'currentReplicas',
  'readyReplicas',
  'updatedReplicas',
  'availableReplicas',
] as const satisfies readonly (keyof StatefulSetStatus)[]

/** Whether a status says something that the set does not say yet. Source: `inconsistentStatus` of Kubernetes. */
export function differs(status: StatefulSetStatus, { status: before }: StatefulSet): boolean {
  return (
    Number(status.observedGeneration ?? 0) > Number(before?.observedGeneration ?? 0) ||
    compared.some((field) => (status[field] ?? 0) !== (before?.[field] ?? 0)) ||
    (status.currentRevision ?? '') !== (before?.currentRevision ?? '') ||
    (status.updateRevision ?? '') !== (before?.updateRevision ?? '')
  )
}

/** Writes the status of a set. @returns the set as the server has it. */
export async function writeStatus(
  { client, lister }: { readonly client: Client; readonly lister: Lister<StatefulSet> },
  set: StatefulSet,
  status: StatefulSetStatus,
): Promise<StatefulSet> {
  let latest = set
  for (let attempt = 1; ; attempt++) {
    try {
      return await client.updateStatus(new StatefulSet({ ...latest, status }))
    } catch (error) {
      if (!isConflict(error) || attempt === attempts) throw error
      latest = lister.get({ namespace: set.metadata?.namespace, name: set.metadata?.name ?? '' }) ?? latest
    }
  }
}
