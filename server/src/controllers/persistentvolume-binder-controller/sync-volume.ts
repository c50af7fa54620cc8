import { type PersistentVolume, PersistentVolumeClaim } from 'apimachinery/api/core/v1'
import { isNotFound } from 'apimachinery/errors'
import { hasSameMode } from '../volumes/matching-volume.js'
import { provisionedBy } from '../volumes/storage-names.js'
import { reclaimVolume, type VolumeReclaim } from './reclaim-volume.js'

/** What {@link syncVolume} needs. */
export interface VolumeSync extends VolumeReclaim {
  /** The informer's claim; it may be newer than what the controller has seen, or older. */
  readonly knownClaim: (key: string) => PersistentVolumeClaim | undefined
  /** Has a claim looked at. */
  readonly addClaim: (key: string) => void
}

/** Gives a volume its phase, and frees one whose claim is gone. Source: `syncVolume` of pkg/controller/volume/persistentvolume. */
export async function syncVolume(sync: VolumeSync, volume: PersistentVolume): Promise<void> {
  const { writer, events } = sync
  const { claimRef } = volume.spec ?? {}
  // What is meant for a claim, and not bound to it yet, is bound by the claim.
  if (claimRef == null || (claimRef.uid ?? '') === '') return void (await writer.setVolumePhase(volume, 'Available'))
  const claim = await claimOf(sync, volume)
  if (claim === undefined) return release(sync, volume)
  const { volumeName = '' } = claim.spec ?? {}
  const name = volume.metadata?.name ?? ''
  if (volumeName === name) return void (await writer.setVolumePhase(volume, 'Bound'))
  if (volumeName === '') {
    if (hasSameMode(volume, claim)) return sync.addClaim(`${claimRef.namespace}/${claimRef.name}`)
    const toVolume = `Cannot bind PersistentVolume to requested PersistentVolumeClaim "${claim.metadata?.name}" due to incompatible volumeMode.`
    const toClaim = `Cannot bind PersistentVolume "${name}" to requested PersistentVolumeClaim due to incompatible volumeMode.`
    events.event(volume, 'Warning', 'VolumeMismatch', toVolume)
    return events.event(claim, 'Warning', 'VolumeMismatch', toClaim)
  }
  const wasMade = volume.metadata?.annotations?.[provisionedBy] !== undefined
  if (wasMade && volume.spec?.persistentVolumeReclaimPolicy === 'Delete') return release(sync, volume)
  await writer.unbind(volume)
}

/** The claim of a volume, not another one of its name; undefined if it is gone. */
async function claimOf(
  sync: VolumeSync,
  { spec, status }: PersistentVolume,
): Promise<PersistentVolumeClaim | undefined> {
  const { namespace = '', name = '', uid } = spec?.claimRef ?? {}
  const key = `${namespace}/${name}`
  const isFree = status?.phase === 'Released' || status?.phase === 'Failed'
  const seen = sync.writer.claims.get(key) ?? (isFree ? undefined : sync.knownClaim(key))
  if (seen?.metadata?.uid === uid) return seen
  if (seen === undefined && isFree) return undefined
  const current = await sync.client.get(PersistentVolumeClaim, { namespace, name }).catch((error: unknown) => {
    if (isNotFound(error)) return undefined
    throw error
  })
  return current?.metadata?.uid === uid ? current : undefined
}

async function release(sync: VolumeSync, volume: PersistentVolume): Promise<void> {
  // That something went wrong stays visible.
  const isFree = volume.status?.phase === 'Released' || volume.status?.phase === 'Failed'
  await reclaimVolume(sync, isFree ? volume : await sync.writer.setVolumePhase(volume, 'Released'))
}
