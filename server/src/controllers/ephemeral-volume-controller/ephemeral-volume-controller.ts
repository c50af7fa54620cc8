import { objectKey } from '@apimachinery/client/cache'
import { PersistentVolumeClaim, Pod, type Volume } from 'apimachinery/api/core/v1'
import { messageOf } from 'apimachinery/errors'
import { isControlledBy, newControllerRef } from 'apimachinery/meta'
import { type Controller, type ControllerContext, isDeleting, reconcileLoop } from '../controller.js'
import { claimNameOf, podsByClaim } from '../volumes/claims-of-pod.js'

/** Makes the claims of generic ephemeral volumes. Source: pkg/controller/volume/ephemeral of Kubernetes. */
export function ephemeralVolumeController(context: ControllerContext): Controller {
  const { client, informers, events } = context
  const pods = informers.informerFor(Pod)
  const claims = informers.informerFor(PersistentVolumeClaim)
  const podsOf = podsByClaim(pods)

  async function reconcile(key: string): Promise<undefined> {
    const pod = pods.lister.getByKey(key)
    if (pod === undefined || isDeleting(pod)) return undefined
    for (const volume of pod.spec?.volumes ?? []) {
      try {
        await ensureClaim(pod, volume)
      } catch (error) {
        const problem = `ephemeral volume ${volume.name}: ${messageOf(error)}`
        events.event(pod, 'Warning', 'FailedBinding', problem)
        throw new Error(`pod ${key}, ${problem}`, { cause: error })
      }
    }
    return undefined
  }

  async function ensureClaim(pod: Pod, volume: Volume): Promise<void> {
    const name = claimNameOf(pod, volume)
    if (volume.ephemeral == null || name === undefined) return
    const { namespace = '' } = pod.metadata ?? {}
    const found = claims.lister.namespace(namespace).get(name)
    if (found !== undefined) {
      if (isControlledBy(found, pod)) return
      const of = `pod ${objectKey(pod)} (pod is not owner)`
      throw new Error(`PVC ${namespace}/${name} was not created for ${of}`)
    }
    const { metadata, spec } = volume.ephemeral.volumeClaimTemplate ?? {}
    const { annotations, labels } = metadata ?? {}
    const claim = new PersistentVolumeClaim({
      metadata: {
        name,
        namespace,
        annotations,
        labels,
        ownerReferences: [newControllerRef(pod, Pod.groupVersionKind)],
      },
      spec,
    })
    await client.create(claim).catch((error: unknown) => {
      throw new Error(`create PVC ${name}: ${messageOf(error)}`, { cause: error })
    })
  }

  const name = 'ephemeral-volume-controller'
  const loop = reconcileLoop({ name, context, reconcile })
  return {
    name,
    start() {
      const add = (pod: Pod): void => {
        const hasEphemeral = (pod.spec?.volumes ?? []).some(({ ephemeral }) => ephemeral != null)
        if (!isDeleting(pod) && hasEphemeral) loop.add(objectKey(pod))
      }
      const registrations = [
        pods.addEventHandler({ onAdd: add }),
        claims.addEventHandler({ onDelete: (claim) => podsOf(objectKey(claim)).forEach(add) }),
      ]
      void Promise.all(registrations.map(({ synced }) => synced)).then(() => loop.start())
    },
    stop: () => loop.stop(),
  }
}
