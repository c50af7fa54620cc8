import type { StatefulSet } from 'apimachinery/api/apps/v1'
import type { PersistentVolumeClaim, Pod } from 'apimachinery/api/core/v1'
import { newControllerRef } from 'apimachinery/meta'
import type { OwnerReference } from 'apimachinery/meta/v1'
import type { KubernetesObject } from 'apimachinery/runtime'
import { getName, getUID } from 'apimachinery/runtime'
import { isInRange } from './ordinals.js'

/** Whose claims are meant. */
export interface ClaimOwners {
  readonly set: StatefulSet
  readonly pod: Pod
}

/** Whether claims are deleted with their set, and with pods that are too many. */
function retentionOf({ spec }: StatefulSet): { readonly whenDeleted: boolean; readonly whenScaled: boolean } {
  const { whenDeleted, whenScaled } = spec?.persistentVolumeClaimRetentionPolicy ?? {}
  return { whenDeleted: whenDeleted === 'Delete', whenScaled: whenScaled === 'Delete' }
}

/** Whether claims are deleted with pods that are too many. */
export function isDeletedWhenScaled(set: StatefulSet): boolean {
  return retentionOf(set).whenScaled
}

/**
 * Whether a claim has the owners that the retention policy asks for. What earlier owners of the same name have left is not touched.
 * Source: `isClaimOwnerUpToDate` in pkg/controller/statefulset of Kubernetes.
 */
export function hasWantedOwners(claim: PersistentVolumeClaim, owners: ClaimOwners): boolean {
  const { set, pod } = owners
  if (hasStaleOwner(claim, set, 'StatefulSet') || hasStaleOwner(claim, pod, 'Pod')) return true
  const [bySet, byPod] = [isOwnedBy(claim, set), isOwnedBy(claim, pod)]
  if (hasUnexpectedController(claim, owners)) return !bySet && !byPod
  if (refsOf(claim).some((ref) => (ref.uid === getUID(set) || ref.uid === getUID(pod)) && ref.controller !== true)) {
    return false
  }
  const wanted = wantedOwners(owners)
  return bySet === wanted.includes(set) && byPod === wanted.includes(pod)
}

/** The owners of a claim with those that the policy asks for. Source: `updateClaimOwnerRefForSetAndPod` of Kubernetes. */
export function withWantedOwners(claim: PersistentVolumeClaim, owners: ClaimOwners): OwnerReference[] {
  const { set, pod } = owners
  const others = refsOf(claim).filter((ref) => !names(ref, set, 'StatefulSet') && !names(ref, pod, 'Pod'))
  if (hasUnexpectedController(claim, owners)) return others
  return [...others, ...wantedOwners(owners).map((owner) => newControllerRef(owner))]
}

function wantedOwners({ set, pod }: ClaimOwners): readonly KubernetesObject[] {
  const { whenDeleted, whenScaled } = retentionOf(set)
  if (whenScaled && !isInRange(pod, set)) return [pod]
  return whenDeleted ? [set] : []
}

/** Whether the policy cannot be followed, because something else controls the claim. Source: `hasUnexpectedController` of Kubernetes. */
export function hasUnexpectedController(claim: PersistentVolumeClaim, { set, pod }: ClaimOwners): boolean {
  const { whenDeleted, whenScaled } = retentionOf(set)
  if (!whenDeleted && !whenScaled) return false
  return refsOf(claim).some((ref) => {
    if (names(ref, set, 'StatefulSet')) return ref.uid !== getUID(set)
    if (names(ref, pod, 'Pod')) return ref.uid !== getUID(pod)
    return ref.controller === true
  })
}

/** Whether an owner of the same kind and name owned the claim before this one. */
export function hasStaleOwner(claim: PersistentVolumeClaim, owner: KubernetesObject, kind: 'StatefulSet' | 'Pod') {
  const ref = refsOf(claim).find((each) => names(each, owner, kind))
  return ref !== undefined && ref.uid !== getUID(owner)
}

function isOwnedBy(claim: PersistentVolumeClaim, owner: KubernetesObject): boolean {
  return refsOf(claim).some(({ uid }) => uid === getUID(owner))
}

function names({ apiVersion, kind, name }: OwnerReference, owner: KubernetesObject, ownerKind: string): boolean {
  const version = ownerKind === 'Pod' ? 'v1' : 'apps/v1'
  return apiVersion === version && kind === ownerKind && name === getName(owner)
}

function refsOf({ metadata }: PersistentVolumeClaim): readonly OwnerReference[] {
  return metadata?.ownerReferences ?? []
}
