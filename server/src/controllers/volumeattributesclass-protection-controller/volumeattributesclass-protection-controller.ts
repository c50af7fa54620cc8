import { objectKey } from '@apimachinery/client/cache'
import { PersistentVolume, PersistentVolumeClaim } from 'apimachinery/api/core/v1'
import { VolumeAttributesClass } from 'apimachinery/api/storage/v1'
import { type Controller, type ControllerContext, reconcileLoop } from '../controller.js'
import { withFinalizer, withoutFinalizer } from '../volumes/finalizer.js'
import { isHeldBy, lacksFinalizer } from '../volumes/protected-object.js'

const finalizer = 'kubernetes.io/vac-protection'

/** Lets classes go that are being deleted and that nothing names. Source: pkg/controller/volume/vacprotection of Kubernetes. */
export function volumeAttributesClassProtectionController(context: ControllerContext): Controller {
  const { client, informers } = context
  const classes = informers.informerFor(VolumeAttributesClass)
  const claims = informers.informerFor(PersistentVolumeClaim)
  const volumes = informers.informerFor(PersistentVolume)

  async function reconcile(key: string): Promise<undefined> {
    const found = classes.lister.getByKey(key)
    if (found === undefined) return undefined
    if (isHeldBy(found, finalizer)) {
      const free = isUsed(key) ? undefined : withoutFinalizer(found, finalizer)
      if (free !== undefined) await client.update(new VolumeAttributesClass(free))
    } else if (lacksFinalizer(found, finalizer))
      await client.update(new VolumeAttributesClass(withFinalizer(found, finalizer)))
    return undefined
  }

  function isUsed(name: string): boolean {
    return (
      volumes.lister.list().some((volume) => classesOfVolume(volume).includes(name)) ||
      claims.lister.list().some((claim) => classesOfClaim(claim).includes(name))
    )
  }

  const name = 'volumeattributesclass-protection-controller'
  const loop = reconcileLoop({ name, context, reconcile })
  return {
    name,
    start() {
      const add = (each: VolumeAttributesClass): void => {
        if (isHeldBy(each, finalizer) || lacksFinalizer(each, finalizer)) loop.add(objectKey(each))
      }
      const registrations = [
        classes.addEventHandler({ onAdd: add, onUpdate: (_old, each) => add(each) }),
        claims.addEventHandler(handler(classesOfClaim)),
        volumes.addEventHandler(handler(classesOfVolume)),
      ]
      void Promise.all(registrations.map(({ synced }) => synced)).then(() => loop.start())
    },
    stop: () => loop.stop(),
  }

  /** Looks at the classes that an object does not name any more. */
  function handler<T>(classesOf: (object: T) => readonly string[]) {
    return {
      onUpdate(old: T, object: T) {
        const left = classesOf(object)
        for (const each of classesOf(old)) if (!left.includes(each)) loop.add(each)
      },
      onDelete(object: T) {
        for (const each of classesOf(object)) loop.add(each)
      },
    }
  }
}

function classesOfClaim({ spec, status }: PersistentVolumeClaim): string[] {
  return named([
    spec?.volumeAttributesClassName,
    status?.currentVolumeAttributesClassName,
    status?.modifyVolumeStatus?.targetVolumeAttributesClassName,
  ])
}

function classesOfVolume({ spec }: PersistentVolume): string[] {
  return named([spec?.volumeAttributesClassName])
}

function named(names: readonly (string | undefined)[]): string[] {
  return names.filter((name): name is string => name !== undefined && name !== '')
}
