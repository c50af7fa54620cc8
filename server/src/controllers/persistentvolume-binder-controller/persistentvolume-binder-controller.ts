import { objectKey } from '@apimachinery/client/cache'
import { PersistentVolume, PersistentVolumeClaim, Pod } from 'apimachinery/api/core/v1'
import { StorageClass } from 'apimachinery/api/storage/v1'
import type { KubernetesObject } from 'apimachinery/runtime'
import { type Controller, type ControllerContext, reconcileLoop } from '../controller.js'
import { isPodEnded, podsByClaim } from '../volumes/claims-of-pod.js'
import { BindingWriter } from './binding-writer.js'
import { migratedClaim, migratedVolume } from './migrated-annotations.js'
import { syncClaim } from './sync-claim.js'
import { syncVolume } from './sync-volume.js'

/** Milliseconds after which an object is looked at again, and events are repeated. */
const resync = 15_000
const volumePrefix = 'volume/'
const claimPrefix = 'claim/'

/**
 * Binds claims and volumes; one of them at a time, so that no two claims get one volume.
 *
 * Source: pkg/controller/volume/persistentvolume of Kubernetes.
 */
export function persistentVolumeBinderController(context: ControllerContext): Controller {
  const { client, informers, events } = context
  const volumes = informers.informerFor(PersistentVolume)
  const claims = informers.informerFor(PersistentVolumeClaim)
  const classes = informers.informerFor(StorageClass)
  const pods = informers.informerFor(Pod)
  const podsOf = podsByClaim(pods)
  const writer = new BindingWriter({ client, events })
  const addClaim = (key: string): void => loop.add(claimPrefix + key)
  const addVolume = (key: string): void => loop.add(volumePrefix + key)
  const ofClaims = { writer, events, classes: classes.lister, waitingPods }
  const ofVolumes = {
    client,
    writer,
    events,
    addClaim,
    knownClaim: (key: string) => claims.lister.getByKey(key),
    podsOf: ({ spec }: PersistentVolume) =>
      podsOf(`${spec?.claimRef?.namespace}/${spec?.claimRef?.name}`)
        .filter((pod) => !isPodEnded(pod))
        .map(objectKey)
        .sort(),
  }

  function waitingPods(claim: PersistentVolumeClaim): string[] {
    const waiting = podsOf(objectKey(claim)).filter((pod) => !isPodEnded(pod) && (pod.spec?.nodeName ?? '') === '')
    return waiting.map(({ metadata }) => metadata?.name ?? '')
  }

  function reconcile(key: string): Promise<number | undefined> {
    if (key.startsWith(volumePrefix)) return reconcileVolume(key.slice(volumePrefix.length))
    return reconcileClaim(key.slice(claimPrefix.length))
  }

  async function reconcileClaim(key: string): Promise<number | undefined> {
    const claim = claims.lister.getByKey(key)
    if (claim === undefined) return forgetClaim(key)
    if (!writer.claims.put(claim)) return resync
    const metadata = migratedClaim(claim)
    const own = metadata && (await writer.updateClaim(new PersistentVolumeClaim({ ...claim, metadata })))
    await syncClaim(ofClaims, own ?? claim)
    return resync
  }

  async function reconcileVolume(key: string): Promise<number | undefined> {
    const volume = volumes.lister.getByKey(key)
    if (volume === undefined) return forgetVolume(key)
    if (!writer.volumes.put(volume)) return resync
    const metadata = migratedVolume(volume)
    const own = metadata && (await writer.updateVolume(new PersistentVolume({ ...volume, metadata })))
    await syncVolume(ofVolumes, own ?? volume)
    return resync
  }

  function forgetClaim(key: string): undefined {
    const volume = writer.claims.get(key)?.spec?.volumeName ?? ''
    writer.claims.delete(key)
    if (volume !== '') addVolume(volume)
  }

  function forgetVolume(key: string): undefined {
    const { namespace, name } = writer.volumes.get(key)?.spec?.claimRef ?? {}
    writer.volumes.delete(key)
    if (name !== undefined) addClaim(`${namespace}/${name}`)
  }

  const name = 'persistentvolume-binder-controller'
  const loop = reconcileLoop({ name, context, reconcile, workers: 1 })
  return {
    name,
    start() {
      const handler = (add: (key: string) => void) => {
        const each = (object: KubernetesObject): void => add(objectKey(object))
        return {
          onAdd: each,
          onUpdate: (_old: KubernetesObject, object: KubernetesObject) => each(object),
          onDelete: each,
        }
      }
      const registrations = [
        volumes.addEventHandler(handler(addVolume)),
        claims.addEventHandler(handler(addClaim)),
        classes.addEventHandler({}),
        pods.addEventHandler({}),
      ]
      void Promise.all(registrations.map(({ synced }) => synced)).then(() => {
        for (const volume of volumes.lister.list()) writer.volumes.put(volume)
        for (const claim of claims.lister.list()) writer.claims.put(claim)
        loop.start()
      })
    },
    stop: () => loop.stop(),
  }
}
