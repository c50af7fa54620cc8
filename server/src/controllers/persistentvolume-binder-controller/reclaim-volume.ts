import type { Client } from '@apimachinery/client'
import { PersistentVolume } from 'apimachinery/api/core/v1'
import { isNotFound } from 'apimachinery/errors'
import type { ControllerContext } from '../controller.js'
import { withoutFinalizer } from '../volumes/finalizer.js'
import { migratedTo, pluginFinalizer } from '../volumes/storage-names.js'
import type { BindingWriter } from './binding-writer.js'
import { deleterOf, isRecyclable } from './volume-plugins.js'

/** What {@link reclaimVolume} needs. */
export interface VolumeReclaim {
  readonly client: Client
  readonly writer: BindingWriter
  readonly events: ControllerContext['events']
  /** Pods that use the volume, as `namespace/name`. */
  readonly podsOf: (volume: PersistentVolume) => readonly string[]
}

/** Does with a released volume what its policy says. Source: `reclaimVolume` of pkg/controller/volume/persistentvolume. */
export async function reclaimVolume(reclaim: VolumeReclaim, volume: PersistentVolume): Promise<void> {
  if ((volume.metadata?.annotations?.[migratedTo] ?? '') !== '') return
  const policy = volume.spec?.persistentVolumeReclaimPolicy
  if (policy === 'Retain') return
  if (policy === 'Delete') return deleteVolume(reclaim, volume)
  if (policy === 'Recycle') return recycleVolume(reclaim, volume)
  const message = 'Volume has unrecognized PersistentVolumeReclaimPolicy'
  await reclaim.writer.setVolumePhase(volume, 'Failed', {
    type: 'Warning',
    reason: 'VolumeUnknownReclaimPolicy',
    message,
  })
}

async function deleteVolume({ client, writer }: VolumeReclaim, volume: PersistentVolume): Promise<void> {
  const deleter = deleterOf(volume)
  if (deleter === 'external') return
  if (deleter !== 'plugin') {
    const { problem: message } = deleter
    await writer.setVolumePhase(volume, 'Failed', { type: 'Warning', reason: 'VolumeFailedDelete', message })
    return
  }
  const current = await readVolume(client, volume)
  if (current === undefined || !isReleased(writer, current)) return
  const freed = withoutFinalizer(current, pluginFinalizer)
  if (freed !== undefined) await writer.updateVolume(new PersistentVolume(freed))
  await client.delete(current).catch((error: unknown) => {
    if (!isNotFound(error)) throw error
  })
}

async function recycleVolume(
  { client, writer, events, podsOf }: VolumeReclaim,
  volume: PersistentVolume,
): Promise<void> {
  const current = await readVolume(client, volume)
  if (current === undefined || !isReleased(writer, current)) return
  const pods = podsOf(current)
  const { namespace, name } = current.spec?.claimRef ?? {}
  if (pods.length > 0 && writer.claims.get(`${namespace}/${name}`) === undefined)
    return events.event(volume, 'Normal', 'VolumeFailedRecycle', `Volume is used by pods: ${pods.join(',')}`)
  if (!isRecyclable(current)) {
    const message = 'No recycler plugin found for the volume!'
    await writer.setVolumePhase(current, 'Failed', { type: 'Warning', reason: 'VolumeFailedRecycle', message })
    return
  }
  events.event(current, 'Normal', 'VolumeRecycled', 'Volume recycled')
  await writer.unbind(current)
}

async function readVolume(client: Client, { metadata }: PersistentVolume): Promise<PersistentVolume | undefined> {
  return client.get(PersistentVolume, { name: metadata?.name ?? '' }).catch((error: unknown) => {
    if (isNotFound(error)) return undefined
    throw error
  })
}

/** Reports whether the claim of a volume is gone, or has another volume. */
function isReleased({ claims }: BindingWriter, { metadata, spec }: PersistentVolume): boolean {
  const { claimRef } = spec ?? {}
  if (claimRef == null || (claimRef.uid ?? '') === '') return false
  const claim = claims.get(`${claimRef.namespace}/${claimRef.name}`)
  if (claim === undefined || claim.metadata?.uid !== claimRef.uid) return true
  const { volumeName = '' } = claim.spec ?? {}
  return volumeName !== '' && volumeName !== metadata?.name
}
