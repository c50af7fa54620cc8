import { objectKey } from '@apimachinery/client/cache'
import { type PersistentVolume, PersistentVolumeClaim } from 'apimachinery/api/core/v1'
import { isDeleting } from '../controller.js'
import { isBoundToClaim } from '../volumes/binding.js'
import {
  findMatchingVolume,
  hasAccessModes,
  hasSameAttributesClass,
  hasSameMode,
  requestedSize,
  volumeSize,
} from '../volumes/matching-volume.js'
import { claimClass, hasClass, isDelayed, volumeClass } from '../volumes/storage-class-of.js'
import { bindCompleted, boundByController, selectedNode } from '../volumes/storage-names.js'
import type { ClaimSync } from './claim-sync.js'
import { defaultClass } from './default-class.js'
import { provisionClaim } from './provision-claim.js'

/** Binds a claim, or says why not. Source: `syncClaim` of pkg/controller/volume/persistentvolume. */
export async function syncClaim(sync: ClaimSync, claim: PersistentVolumeClaim): Promise<void> {
  if (claim.metadata?.annotations?.[bindCompleted] !== undefined) return syncBound(sync, claim)
  return (claim.spec?.volumeName ?? '') === '' ? syncFree(sync, claim) : syncNamed(sync, claim)
}

/** A claim that takes any volume. */
async function syncFree(sync: ClaimSync, claim: PersistentVolumeClaim): Promise<void> {
  const { writer, classes, events } = sync
  const delayBinding = isDelayed(claim, classes)
  const volume = bestMatch(writer.volumes.values(), claim, delayBinding)
  if (volume !== undefined) return writer.bind(volume, claim)
  const chosen = hasClass(claim) ? undefined : defaultClass(classes.list())
  if (chosen !== undefined) {
    const spec = { ...claim.spec, storageClassName: chosen.metadata?.name }
    // The class is written past the memory of the controller, as upstream does: the informer delivers the claim again.
    await writer.updateClaim(new PersistentVolumeClaim({ ...claim, spec }))
    return
  }
  if (delayBinding && claim.metadata?.annotations?.[selectedNode] === undefined) reportWaiting(sync, claim)
  else if (claimClass(claim) !== '') return provisionClaim(sync, claim)
  else {
    const message = 'no persistent volumes available for this claim and no storage class is set'
    events.event(claim, 'Normal', 'FailedBinding', message)
  }
  await writer.setClaimStatus(claim, 'Pending')
}

/** Of the volumes with the fewest modes that suffice, one that is meant for the claim, or the smallest. */
function bestMatch(
  volumes: Iterable<PersistentVolume>,
  claim: PersistentVolumeClaim,
  delayBinding: boolean,
): PersistentVolume | undefined {
  const byModes = new Map<string, PersistentVolume[]>()
  for (const volume of volumes) {
    if (!hasAccessModes(volume, claim)) continue
    const modes = [...new Set(volume.spec?.accessModes ?? [])].sort().join()
    byModes.set(modes, [...(byModes.get(modes) ?? []), volume])
  }
  const count = (modes: string): number => modes.split(',').length
  const fewest = [...byModes].sort(([a], [b]) => count(a) - count(b))
  for (const [, group] of fewest) {
    const found = findMatchingVolume(claim, group, { delayBinding })
    if (found !== undefined) return found
  }
  return undefined
}

function reportWaiting({ events, waitingPods }: ClaimSync, claim: PersistentVolumeClaim): void {
  const pods = waitingPods(claim)
  if (pods.length === 0) {
    const message = 'waiting for first consumer to be created before binding'
    events.event(claim, 'Normal', 'WaitForFirstConsumer', message)
    return
  }
  const message = `waiting for ${pods.length > 1 ? 'pods' : 'pod'} ${pods.join(',')} to be scheduled`
  events.event(claim, 'Normal', 'WaitForPodScheduled', message)
}

/** A claim that asks for one volume. */
async function syncNamed({ writer, events }: ClaimSync, claim: PersistentVolumeClaim): Promise<void> {
  const name = claim.spec?.volumeName ?? ''
  const volume = writer.volumes.get(name)
  if (volume === undefined) return void (await writer.setClaimStatus(claim, 'Pending'))
  if (volume.spec?.claimRef == null) {
    const problem = mismatch(volume, claim)
    if (problem === undefined) return writer.bind(volume, claim)
    events.event(claim, 'Warning', 'VolumeMismatch', `Cannot bind to requested volume "${name}": ${problem}`)
    await writer.setClaimStatus(claim, 'Pending')
    return
  }
  if (isBoundToClaim(volume, claim)) return writer.bind(volume, claim)
  events.event(claim, 'Warning', 'FailedBinding', `volume "${name}" already bound to a different claim.`)
  if (claim.metadata?.annotations?.[boundByController] === undefined) {
    await writer.setClaimStatus(claim, 'Pending')
    return
  }
  const { namespace, name: other } = volume.spec.claimRef
  const binding = `claim "${objectKey(claim)}" to volume "${name}"`
  throw new Error(`invalid binding of ${binding}: volume already claimed by "${namespace}/${other}"`)
}

/** Why a volume is nothing for a claim that asks for it. */
function mismatch(volume: PersistentVolume, claim: PersistentVolumeClaim): string | undefined {
  if (isDeleting(volume)) return `the volume is marked for deletion "${volume.metadata?.name}"`
  if (volumeSize(volume).value() < requestedSize(claim).value()) return 'requested PV is too small'
  if (volumeClass(volume) !== claimClass(claim)) return 'storageClassName does not match'
  if (!hasSameAttributesClass(volume, claim)) return 'volumeAttributesClassName does not match'
  if (!hasSameMode(volume, claim)) return 'incompatible volumeMode'
  return hasAccessModes(volume, claim) ? undefined : 'incompatible accessMode'
}

/** A claim that was bound before. */
async function syncBound({ writer }: ClaimSync, claim: PersistentVolumeClaim): Promise<void> {
  const lost = async (reason: string, message: string): Promise<void> => {
    await writer.setClaimStatus(claim, 'Lost', { event: { type: 'Warning', reason, message } })
  }
  const name = claim.spec?.volumeName ?? ''
  if (name === '')
    return lost('ClaimLost', 'Bound claim has lost reference to PersistentVolume. Data on the volume is lost!')
  const volume = writer.volumes.get(name)
  if (volume === undefined)
    return lost('ClaimLost', 'Bound claim has lost its PersistentVolume. Data on the volume is lost!')
  const { claimRef } = volume.spec ?? {}
  if (claimRef == null || claimRef.uid === claim.metadata?.uid) return writer.bind(volume, claim)
  return lost('ClaimMisbound', 'Two claims are bound to the same volume, this one is bound incorrectly')
}
