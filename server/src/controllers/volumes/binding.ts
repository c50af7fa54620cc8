import { PersistentVolume, type PersistentVolumeClaim } from 'apimachinery/api/core/v1'
import { boundByController } from './storage-names.js'

/** Reports whether a volume is bound to a claim, or meant for it. */
export function isBoundToClaim({ spec }: PersistentVolume, { metadata }: PersistentVolumeClaim): boolean {
  const { claimRef } = spec ?? {}
  if (claimRef === undefined || claimRef === null) return false
  if (claimRef.name !== metadata?.name || claimRef.namespace !== metadata?.namespace) return false
  return (claimRef.uid ?? '') === '' || claimRef.uid === metadata?.uid
}

/**
 * The volume bound to a claim; undefined if it is bound already.
 *
 * Source: `GetBindVolumeToClaim` of k8s.io/component-helpers/storage/volume.
 */
export function boundToClaim(volume: PersistentVolume, claim: PersistentVolumeClaim): PersistentVolume | undefined {
  const { name, namespace, uid, resourceVersion } = claim.metadata ?? {}
  const { claimRef } = volume.spec ?? {}
  const { annotations } = volume.metadata ?? {}
  const isReferred = claimRef?.name === name && claimRef?.namespace === namespace && claimRef?.uid === uid
  const isOurs = !isBoundToClaim(volume, claim) && annotations?.[boundByController] === undefined
  if (isReferred && !isOurs) return undefined
  const reference = { kind: 'PersistentVolumeClaim', apiVersion: 'v1', name, namespace, uid, resourceVersion }
  const metadata = isOurs ? { annotations: { ...annotations, [boundByController]: 'yes' } } : {}
  return new PersistentVolume({
    ...volume,
    metadata: { ...volume.metadata, ...metadata },
    spec: { ...volume.spec, claimRef: isReferred ? claimRef : reference },
  })
}
