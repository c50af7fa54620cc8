import { objectKey } from '@apimachinery/client/cache'
import { PersistentVolume, PersistentVolumeClaim } from 'apimachinery/api/core/v1'
import { messageOf } from 'apimachinery/errors'
import { Quantity } from 'apimachinery/resource'
import { type Controller, type ControllerContext, reconcileLoop } from '../controller.js'
import { requestedSize } from '../volumes/matching-volume.js'

const preResizeCapacity = 'volume.alpha.kubernetes.io/pre-resize-capacity'

/** Reports claims that wait to be expanded. Source: pkg/controller/volume/expand of Kubernetes. */
export function persistentVolumeExpanderController(context: ControllerContext): Controller {
  const { client, informers, events } = context
  const claims = informers.informerFor(PersistentVolumeClaim)

  async function reconcile(key: string): Promise<undefined> {
    const claim = claims.lister.getByKey(key)
    if (claim === undefined) return undefined
    const name = claim.spec?.volumeName ?? ''
    const volume = await client.get(PersistentVolume, { name }).catch((error: unknown) => {
      throw new Error(`failed to get PV "${name}": ${messageOf(error)}`, { cause: error })
    })
    const { claimRef } = volume.spec ?? {}
    const { uid, namespace } = claim.metadata ?? {}
    if (claimRef?.namespace !== namespace || claimRef?.uid !== uid)
      throw new Error(`persistent Volume is not bound to PVC being updated : ${key}`)
    const isResizing = volume.metadata?.annotations?.[preResizeCapacity] !== undefined
    if (requestedSize(claim).cmp(sizeOf(claim)) <= 0 && !isResizing) return undefined
    events.event(claim, 'Normal', 'ExternalExpanding', 'waiting for an external controller to expand this PVC')
    return undefined
  }

  const name = 'persistentvolume-expander-controller'
  const loop = reconcileLoop({ name, context, reconcile })
  return {
    name,
    start() {
      const add = (claim: PersistentVolumeClaim): void => {
        if (claim.status?.phase === 'Bound') loop.add(objectKey(claim))
      }
      claims.addEventHandler({
        onAdd: add,
        onUpdate(old, claim) {
          if (requestedSize(claim).cmp(requestedSize(old)) > 0 || sizeOf(claim).cmp(sizeOf(old)) > 0) add(claim)
        },
        onDelete: add,
      })
      loop.start()
    },
    stop: () => loop.stop(),
  }
}

function sizeOf({ status }: PersistentVolumeClaim): Quantity {
  return Quantity.parse(String(status?.capacity?.storage ?? '0'))
}
