import type { Pod } from 'apimachinery/api/core/v1'
import type { DeviceClass, ResourceClaim } from 'apimachinery/api/resource/v1'
import { getAnnotations, getCreationTimestamp, getName, getUID } from 'apimachinery/runtime'

/** What quotas of devices have to know besides a claim. */
export interface DeviceFacts {
  classes(): Iterable<DeviceClass>
  /** The pod of this name in the namespace of a claim. */
  podOf(claim: ResourceClaim, name: string): Pod | undefined
  /** The claims in the namespace of a claim. */
  claimsBeside(claim: ResourceClaim): Iterable<ResourceClaim>
}

/** No class has an extended resource, and no claim a pod. */
export const noDevices: DeviceFacts = { classes: () => [], podOf: () => undefined, claimsBeside: () => [] }

/** Resources by which pods ask for devices of a class without a claim. */
export const implicitPrefix = 'deviceclass.resource.kubernetes.io/'

/** The extended resource of a device class; empty where it has none. */
export function extendedResourceOf(facts: DeviceFacts, className: string): string {
  for (const each of facts.classes()) if (getName(each) === className) return each.spec?.extendedResourceName ?? ''
  return ''
}

/** Whether pods get devices of a class by this resource. */
export function hasClassFor(facts: DeviceFacts, resource: string): boolean {
  for (const each of facts.classes()) {
    if (resource === `${implicitPrefix}${getName(each)}` || resource === each.spec?.extendedResourceName) return true
  }
  return false
}

/** The name of the pod that a claim was made for, because of its extended resources. */
export function ownerOf(claim: ResourceClaim): { readonly name: string; readonly uid: string } | undefined {
  if (getAnnotations(claim)?.['resource.kubernetes.io/extended-resource-claim'] !== 'true') return undefined
  const owner = claim.metadata?.ownerReferences?.find(({ controller }) => controller === true)
  if (owner?.kind !== 'Pod' || owner.apiVersion !== 'v1') return undefined
  return { name: owner.name, uid: owner.uid }
}

/**
 * The pod that was charged for the devices of a claim already: the one that it was made for, if that names it, or names none and
 * this is the oldest of its claims.
 *
 * Source: `getVerifiedPodUsage` of pkg/quota/v1/evaluator/core/resource_claims.go of Kubernetes.
 */
export function chargedPod(facts: DeviceFacts, claim: ResourceClaim): Pod | undefined {
  const owner = ownerOf(claim)
  if (owner === undefined) return undefined
  const pod = facts.podOf(claim, owner.name)
  if (pod === undefined || getUID(pod) !== owner.uid) return undefined
  const status = pod.status?.extendedResourceClaimStatus
  if (status) return status.resourceClaimName === getName(claim) ? pod : undefined
  for (const other of facts.claimsBeside(claim)) {
    if (ownerOf(other)?.uid === owner.uid && isBefore(other, claim)) return undefined
  }
  return pod
}

function isBefore(a: ResourceClaim, b: ResourceClaim): boolean {
  const [atA, atB] = [secondsOf(a), secondsOf(b)]
  return atA < atB || (atA === atB && getName(a) < getName(b))
}

/** A claim without a time of creation is older than all. */
function secondsOf(claim: ResourceClaim): number {
  const created = getCreationTimestamp(claim)
  return created === '' ? Number.NEGATIVE_INFINITY : Date.parse(created)
}
