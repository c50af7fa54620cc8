import { objectKey } from '@apimachinery/client/cache'
import { PersistentVolumeClaim, Pod } from 'apimachinery/api/core/v1'
import { type Controller, type ControllerContext, isDeleting, reconcileLoop } from '../controller.js'
import { claimKeysOf, isPodEnded, podsByClaim, usesClaim } from '../volumes/claims-of-pod.js'
import { withFinalizer, withoutFinalizer } from '../volumes/finalizer.js'
import { isHeldBy, lacksFinalizer } from '../volumes/protected-object.js'

const finalizer = 'kubernetes.io/pvc-protection'

/** Lets claims go that are being deleted and that no pod uses. Source: pkg/controller/volume/pvcprotection of Kubernetes. */
export function persistentVolumeClaimProtectionController(context: ControllerContext): Controller {
  const { client, informers } = context
  const claims = informers.informerFor(PersistentVolumeClaim)
  const pods = informers.informerFor(Pod)
  const podsOf = podsByClaim(pods)

  async function reconcile(key: string): Promise<undefined> {
    const claim = claims.lister.getByKey(key)
    if (claim === undefined) return undefined
    if (isHeldBy(claim, finalizer)) {
      const free = (await isUsed(claim)) ? undefined : withoutFinalizer(claim, finalizer)
      if (free !== undefined) await client.update(new PersistentVolumeClaim(free))
    } else if (lacksFinalizer(claim, finalizer))
      await client.update(new PersistentVolumeClaim(withFinalizer(claim, finalizer)))
    return undefined
  }

  /** The informer may be late: that there is no pod, only the server knows. */
  async function isUsed(claim: PersistentVolumeClaim): Promise<boolean> {
    if (podsOf(objectKey(claim)).some((pod) => isUser(pod, claim))) return true
    const { namespace = '' } = claim.metadata ?? {}
    const { items } = await client.resource(Pod).namespace(namespace).list()
    return items.some((pod) => isUser(pod, claim))
  }

  const name = 'persistentvolumeclaim-protection-controller'
  const loop = reconcileLoop({ name, context, reconcile })
  return {
    name,
    start() {
      const add = (claim: PersistentVolumeClaim): void => {
        if (isHeldBy(claim, finalizer) || lacksFinalizer(claim, finalizer)) loop.add(objectKey(claim))
      }
      const addClaimsOf = (pod: Pod): void => {
        for (const key of claimKeysOf(pod)) loop.add(key)
      }
      const addIfEnded = (pod: Pod): void => {
        if (isPodEnded(pod) || (pod.spec?.nodeName ?? '') === '') addClaimsOf(pod)
      }
      claims.addEventHandler({ onAdd: add, onUpdate: (_old, claim) => add(claim) })
      pods.addEventHandler({
        onAdd: addIfEnded,
        onUpdate(old, pod) {
          addIfEnded(pod)
          // Another pod of the same name: the one before is gone.
          if (old.metadata?.uid !== pod.metadata?.uid) addClaimsOf(old)
        },
        onDelete: addClaimsOf,
      })
      loop.start()
    },
    stop: () => loop.stop(),
  }
}

function isUser(pod: Pod, claim: PersistentVolumeClaim): boolean {
  if ((pod.spec?.nodeName ?? '') === '') return false
  const volumes = (pod.spec?.volumes ?? []).filter((volume) => usesClaim(pod, volume, claim))
  // A pod that has ended, and only waits to be removed, does not hold a claim that was made for it.
  return volumes.some(({ ephemeral }) => ephemeral == null || !isShutDown(pod))
}

function isShutDown(pod: Pod): boolean {
  return isDeleting(pod) && pod.metadata?.deletionGracePeriodSeconds === 0
}
