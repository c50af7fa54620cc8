import { objectKey } from '@apimachinery/client/cache'
import { PersistentVolume } from 'apimachinery/api/core/v1'
import { type Controller, type ControllerContext, reconcileLoop } from '../controller.js'
import { withFinalizer, withoutFinalizer } from '../volumes/finalizer.js'
import { isHeldBy, lacksFinalizer } from '../volumes/protected-object.js'

const finalizer = 'kubernetes.io/pv-protection'

/** Lets volumes go that are being deleted and not bound. Source: pkg/controller/volume/pvprotection of Kubernetes. */
export function persistentVolumeProtectionController(context: ControllerContext): Controller {
  const { client, informers } = context
  const volumes = informers.informerFor(PersistentVolume)

  async function reconcile(key: string): Promise<undefined> {
    const volume = volumes.lister.getByKey(key)
    if (volume === undefined) return undefined
    if (isHeldBy(volume, finalizer)) {
      const free = volume.status?.phase === 'Bound' ? undefined : withoutFinalizer(volume, finalizer)
      if (free !== undefined) await client.update(new PersistentVolume(free))
    } else if (lacksFinalizer(volume, finalizer))
      await client.update(new PersistentVolume(withFinalizer(volume, finalizer)))
    return undefined
  }

  const name = 'persistentvolume-protection-controller'
  const loop = reconcileLoop({ name, context, reconcile })
  return {
    name,
    start() {
      const add = (volume: PersistentVolume): void => {
        if (isHeldBy(volume, finalizer) || lacksFinalizer(volume, finalizer)) loop.add(objectKey(volume))
      }
      volumes.addEventHandler({ onAdd: add, onUpdate: (_old, volume) => add(volume) })
      loop.start()
    },
    stop: () => loop.stop(),
  }
}
