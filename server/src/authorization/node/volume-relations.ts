import type { PersistentVolume, PersistentVolumeSpec } from 'apimachinery/api/core/v1'
import { type Relation, related } from './node-graph.js'

interface Reference {
  readonly namespace?: string | undefined
  readonly name?: string | undefined
}

/**
 * The relations of a bound volume: it belongs to its claim, and the secrets that a kubelet needs for it belong to it.
 * Source: `Graph.AddPV` of plugin/pkg/auth/authorizer/node.
 */
export function volumeRelations({ metadata, spec }: PersistentVolume): Relation[] {
  const claim = spec?.claimRef
  if (spec === undefined || claim === undefined || claim === null) return []
  const volume = related('persistentvolume', '', metadata?.name ?? '')
  return [
    { from: volume, to: related('persistentvolumeclaim', claim.namespace ?? '', claim.name ?? '') },
    ...secretsOfVolume(spec, claim.namespace ?? '').flatMap(({ namespace, name }) =>
      name ? [{ from: related('secret', namespace ?? '', name), to: volume }] : [],
    ),
  ]
}

/** Secrets for controllers are not among them. Source: `VisitPVSecretNames` of pkg/api/v1/persistentvolume. */
function secretsOfVolume(spec: PersistentVolumeSpec, claimNamespace: string): readonly Reference[] {
  const { azureFile, cephfs, cinder, flexVolume, rbd, scaleIO, iscsi, storageos, csi } = spec
  const inClaimNamespace = (reference: Reference | undefined): Reference[] =>
    reference ? [{ name: reference.name, namespace: reference.namespace || claimNamespace }] : []
  const asGiven = (reference: Reference | undefined): Reference[] => (reference ? [reference] : [])
  if (azureFile) return inClaimNamespace({ namespace: azureFile.secretNamespace, name: azureFile.secretName })
  const defaulted = cephfs ?? flexVolume ?? rbd ?? scaleIO ?? iscsi
  if (defaulted) return inClaimNamespace(defaulted.secretRef)
  if (csi) return [csi.nodePublishSecretRef, csi.nodeStageSecretRef, csi.nodeExpandSecretRef].flatMap(asGiven)
  return asGiven(cinder?.secretRef ?? storageos?.secretRef)
}
