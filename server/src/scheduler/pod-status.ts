import type { Client } from '@apimachinery/client'
import { Pod, type PodCondition } from 'apimachinery/api/core/v1'
import { isNotFound } from 'apimachinery/errors'
import { PatchType } from 'apimachinery/patch'
import type { Clock } from 'apimachinery/wait'
import { timeAt } from '../controllers/cluster-time.js'

/** A change of a pod's status. */
export interface StatusChange {
  readonly condition?: Omit<PodCondition, 'lastTransitionTime'> | undefined
  /** Empty text removes the nomination; nothing leaves it. */
  readonly nominatedNodeName?: string | undefined
}

/**
 * Writes a change of a pod's status, unless the pod has it already. A pod that is gone is left.
 *
 * Source: `updatePod` of pkg/scheduler/schedule_one.go, `UpdatePodCondition` of pkg/api/v1/pod.
 */
export async function patchPodStatus(
  { client, clock }: { readonly client: Client; readonly clock: Clock },
  pod: Pod,
  { condition, nominatedNodeName }: StatusChange,
): Promise<void> {
  const { name = '', namespace = '' } = pod.metadata ?? {}
  const status = {
    ...(condition !== undefined && changedCondition(pod, condition, clock)),
    ...(nominatedNodeName !== undefined &&
      nominatedNodeName !== (pod.status?.nominatedNodeName ?? '') && {
        nominatedNodeName: nominatedNodeName === '' ? null : nominatedNodeName,
      }),
  }
  if (Object.keys(status).length === 0) return
  const pods = client.resource(Pod).namespace(namespace)
  await pods
    .subresource('status')
    .patch(name, { type: PatchType.StrategicMerge, body: { status } })
    .catch((error: unknown) => {
      if (!isNotFound(error)) throw error
    })
}

/** The patch of a condition, empty if the pod has it. The time changes with the status only. */
function changedCondition(pod: Pod, condition: PodCondition, clock: Clock): object {
  const old = pod.status?.conditions?.find(({ type }) => type === condition.type)
  const same =
    old !== undefined &&
    old.status === condition.status &&
    (old.reason ?? '') === (condition.reason ?? '') &&
    (old.message ?? '') === (condition.message ?? '')
  if (same) return {}
  const lastTransitionTime = old?.status === condition.status ? old.lastTransitionTime : timeAt(clock.now())
  return { conditions: [{ lastProbeTime: null, ...condition, lastTransitionTime }] }
}
