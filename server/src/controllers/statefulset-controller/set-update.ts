import type { StatefulSet, StatefulSetStatus } from 'apimachinery/api/apps/v1'
import type { Pod } from 'apimachinery/api/core/v1'
import { isDeleting } from '../controller.js'
import { applyRevision } from '../controller-history/apply-revision.js'
import { nameOf } from '../controller-history/revision-order.js'
import { processCondemned } from './condemned-pods.js'
import { isInRange, ordinalOf, replicasOf, startOf } from './ordinals.js'
import { processReplica } from './replicas.js'
import { rollingUpdate } from './rolling-update.js'
import { runForAll } from './run-for-all.js'
import { newVersionedPod, type SetRevisions } from './set-pod.js'
import type { SetPodControl } from './set-pod-control.js'
import type { FoundRevisions } from './set-revisions.js'
import type { RoundResult, SetRound } from './set-round.js'
import { type CountedBy, countPods } from './set-status.js'
import { isUnavailable } from './unavailable.js'

/** What is known of a set when it is looked at. */
export interface SetView {
  readonly found: FoundRevisions
  readonly pods: readonly Pod[]
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly mayBeUnavailable: boolean
}

/**
 * Looks at a set once: creates, replaces and deletes pods as far as their order allows. Source: `updateStatefulSet` in
 * pkg/controller/statefulset of Kubernetes.
 */
export async function updateSet(control: SetPodControl, set: StatefulSet, view: SetView): Promise<RoundResult> {
  const { found, pods, now } = view
  const by = {
    minReadySeconds: set.spec?.minReadySeconds ?? 0,
    currentRevision: nameOf(found.current),
    updateRevision: nameOf(found.update),
    now,
  }
  const statusOf = (counted: readonly Pod[]) => newStatus(set, found, { by, counted })
  if (isDeleting(set)) return { status: statusOf(pods) }
  const round = newRound(control, set, view)
  const stop = await processPods(round)
  const status = statusOf([...round.replicas, ...round.condemned])
  if (stop !== undefined) return { status, ...stop }
  if (set.spec?.updateStrategy?.type === 'OnDelete') return { status }
  return rollingUpdate(round, status)
}

function newStatus(
  set: StatefulSet,
  { collisionCount }: FoundRevisions,
  { by, counted }: { readonly by: CountedBy; readonly counted: readonly Pod[] },
): StatefulSetStatus {
  const { currentRevision, updateRevision } = by
  const observedGeneration = set.metadata?.generation
  return { observedGeneration, currentRevision, updateRevision, collisionCount, ...countPods(counted, by) }
}

function newRound(control: SetPodControl, set: StatefulSet, view: SetView): SetRound {
  const { found, pods, now, mayBeUnavailable } = view
  const revisions: SetRevisions = {
    current: { set: applyRevision(set, found.current), revision: nameOf(found.current) },
    update: { set: applyRevision(set, found.update), revision: nameOf(found.update) },
  }
  const byOrdinal = new Map(pods.filter((pod) => isInRange(pod, set)).map((pod) => [ordinalOf(pod), pod]))
  const ordinals = Array.from({ length: replicasOf(set) }, (_, index) => startOf(set) + index)
  const replicas = ordinals.map((ordinal) => byOrdinal.get(ordinal) ?? newVersionedPod(revisions, ordinal))
  const condemned = pods
    .filter((pod) => ordinalOf(pod) >= 0 && !isInRange(pod, set))
    .sort((a, b) => ordinalOf(b) - ordinalOf(a))
  const isBad = (pod: Pod) => isUnavailable(pod, set, now)
  return {
    set,
    updateSet: revisions.update.set,
    updateRevision: revisions.update.revision,
    control,
    ordered: set.spec?.podManagementPolicy !== 'Parallel',
    replicas,
    condemned,
    firstUnavailable: replicas.find(isBad) ?? condemned.findLast(isBad),
    mayBeUnavailable,
    now,
  }
}

/** @returns that it stopped: because of a failure, or because the order of the pods asks to wait. */
async function processPods(round: SetRound): Promise<Pick<RoundResult, 'failure'> | undefined> {
  const { replicas, condemned, ordered, control, updateSet: set } = round
  try {
    const fixClaims = async (pod: Pod) => {
      if (!control.claims.haveWantedOwners({ set, pod })) await control.claims.updateOwners({ set, pod })
      return false
    }
    const stops =
      (await runForAll(replicas, ordered, (pod) => processReplica(round, pod))) ||
      (await runForAll(condemned, ordered, fixClaims)) ||
      (await runForAll(condemned, ordered, (pod) => processCondemned(round, pod)))
    return stops ? {} : undefined
  } catch (error) {
    return { failure: { error } }
  }
}
