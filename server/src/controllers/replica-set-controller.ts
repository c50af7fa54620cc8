import { ReplicaSet } from 'apimachinery/api/apps/v1'
import { Pod } from 'apimachinery/api/core/v1'
import { parse } from 'apimachinery/labels'
import { getNamespace } from 'apimachinery/runtime'
import { type Controller, type ControllerContext, isDeleting } from './controller.js'
import { ownerController } from './owner-controller.js'
import { createPod, deletePod, isReady, podsOf } from './pods-of-owner.js'

/** Keeps the number of pods of a ReplicaSet. Source: pkg/controller/replicaset of Kubernetes. */
export function replicaSetController(context: ControllerContext): Controller {
  const { client, informers } = context
  const sets = informers.informerFor(ReplicaSet)
  const pods = informers.informerFor(Pod)

  async function reconcile(key: string): Promise<undefined> {
    const set = sets.lister.getByKey(key)
    if (set === undefined || isDeleting(set) || !pods.hasSynced()) return undefined
    const own = client.resource(Pod).namespace(getNamespace(set))
    // From the server: a pod that was just created must not be created once more.
    const { active } = podsOf(set, (await own.list({ labelSelector: selectorText(set) })).items)
    const wanted = set.spec?.replicas ?? 1
    for (let missing = wanted - active.length; missing > 0; missing--) await createPod(context, set, set.spec?.template)
    const surplus = [...active].sort((a, b) => Number(isReady(a)) - Number(isReady(b)))
    for (const pod of surplus.slice(0, Math.max(0, active.length - wanted))) await deletePod(context, pod)
    const ready = active.filter(isReady).length
    return updateStatus(set, { replicas: Math.min(active.length, wanted), ready })
  }

  async function updateStatus(set: ReplicaSet, counts: { replicas: number; ready: number }): Promise<undefined> {
    const status = {
      ...set.status,
      replicas: counts.replicas,
      fullyLabeledReplicas: counts.replicas,
      readyReplicas: Math.min(counts.ready, counts.replicas),
      availableReplicas: Math.min(counts.ready, counts.replicas),
      observedGeneration: set.metadata?.generation,
    }
    const same = (['replicas', 'readyReplicas', 'observedGeneration'] as const).every(
      (field) => (set.status?.[field] ?? 0) === (status[field] ?? 0),
    )
    if (!same) await client.updateStatus(new ReplicaSet({ ...set, status }))
    return undefined
  }

  return ownerController({ name: 'replicaset', kind: 'ReplicaSet', context, owners: sets, owned: pods, reconcile })
}

/** The selector of equal labels, as text. */
function selectorText({ spec }: ReplicaSet): string {
  const labels = Object.entries(spec?.selector?.matchLabels ?? {}).map(([key, value]) => `${key}=${value}`)
  return parse(labels.join(',')).toString()
}
