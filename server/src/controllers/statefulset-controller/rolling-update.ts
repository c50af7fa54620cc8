import type { StatefulSetStatus } from 'apimachinery/api/apps/v1'
import type { Pod } from 'apimachinery/api/core/v1'
import { getScaledValueFromIntOrPercent } from 'apimachinery/scalar'
import { isDeleting } from '../controller.js'
import { replicasOf, revisionOf } from './ordinals.js'
import type { RoundResult, SetRound } from './set-round.js'
import { isUnavailable } from './unavailable.js'

/**
 * Deletes pods that have another revision than the new one, the largest number first. Source: `updateStatefulSet` in
 * pkg/controller/statefulset of Kubernetes.
 */
export async function rollingUpdate(round: SetRound, status: StatefulSetStatus): Promise<RoundResult> {
  let currentReplicas = status.currentReplicas ?? 0
  for (const pod of round.mayBeUnavailable ? surplus(round) : next(round)) {
    try {
      await round.control.delete(round.set, pod)
    } catch (error) {
      return { status: { ...status, currentReplicas }, failure: { error } }
    }
    currentReplicas--
  }
  return { status: { ...status, currentReplicas } }
}

/** One pod, once those above it are available. */
function next(round: SetRound): readonly Pod[] {
  const { set, now } = round
  for (const pod of updated(round)) {
    if (isOld(round, pod)) return [pod]
    if (isUnavailable(pod, set, now)) return []
  }
  return []
}

/** As many as may be unavailable, with those that are: only with the gate MaxUnavailableStatefulSet. */
function surplus(round: SetRound): readonly Pod[] {
  const { set, replicas, now } = round
  const value = set.spec?.updateStrategy?.rollingUpdate?.maxUnavailable ?? 1
  const total = replicasOf(set)
  const allowed = Math.max(1, getScaledValueFromIntOrPercent(value, { total, roundUp: false }))
  const unavailable = replicas.filter((pod) => isUnavailable(pod, set, now)).length
  const old = updated(round).filter((pod) => isOld(round, pod))
  return old.slice(0, Math.max(0, allowed - unavailable))
}

/** The pods that the strategy updates. */
function updated({ set, replicas }: SetRound): readonly Pod[] {
  return replicas.slice(set.spec?.updateStrategy?.rollingUpdate?.partition ?? 0).reverse()
}

function isOld({ updateRevision }: SetRound, pod: Pod): boolean {
  return revisionOf(pod) !== updateRevision && !isDeleting(pod)
}
