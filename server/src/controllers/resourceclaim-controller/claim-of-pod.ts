import type { Pod, PodResourceClaim } from 'apimachinery/api/core/v1'
import type { ResourceClaim } from 'apimachinery/api/resource/v1'
import { isControlledBy } from 'apimachinery/meta'
import { getName, getNamespace, getUID } from 'apimachinery/runtime'
import { isDeleting } from '../controller.js'
import { isPodTerminal } from '../pod-control/pod-state.js'

/** A ResourceClaim has room for so many consumers. */
const mostConsumers = 256

/** What is known of the ResourceClaim for a claim of a pod. */
export type ClaimName =
  /** It has this name; one that was made for the pod must belong to it. */
  | { readonly name: string; readonly isGenerated: boolean }
  /** It has yet to be made of a template. */
  | 'pending'
  /** The pod needs none. */
  | 'none'

/** Where the ResourceClaim for a claim of a pod is. Source: `Name` of k8s.io/dynamic-resource-allocation/resourceclaim. */
export function claimNameOf({ status }: Pod, claim: PodResourceClaim): ClaimName {
  if (claim.resourceClaimName != null) return { name: claim.resourceClaimName, isGenerated: false }
  const found = status?.resourceClaimStatuses?.find(({ name }) => name === claim.name)
  if (found === undefined) return 'pending'
  return found.resourceClaimName == null ? 'none' : { name: found.resourceClaimName, isGenerated: true }
}

/** The keys of the ResourceClaims that a pod names. */
export function claimKeysOf(pod: Pod): string[] {
  const names = (pod.spec?.resourceClaims ?? []).map((claim) => claimNameOf(pod, claim))
  const extended = pod.status?.extendedResourceClaimStatus?.resourceClaimName
  return [
    ...names.flatMap((found) => (typeof found === 'string' ? [] : [found.name])),
    ...(extended == null ? [] : [extended]),
  ].map((name) => `${getNamespace(pod)}/${name}`)
}

/** Why a pod may not use a ResourceClaim that was made for another one; undefined where it may. */
export function ownerProblem(pod: Pod, claim: ResourceClaim): string | undefined {
  if (isControlledBy(claim, pod)) return undefined
  const [namespace, name] = [getNamespace(claim), getName(claim)]
  return `ResourceClaim ${namespace}/${name} was not created for pod ${getNamespace(pod)}/${getName(pod)} (pod is not owner)`
}

/** Whether an allocated ResourceClaim has room for a pod that it does not know. */
export function isToBeReserved({ status }: ResourceClaim, pod: Pod): boolean {
  const consumers = status?.reservedFor ?? []
  if (status?.allocation == null || consumers.length >= mostConsumers) return false
  return !consumers.some(({ uid }) => uid === getUID(pod))
}

/** Whether a pod will not run any more, or never. */
export function isPodDone(pod: Pod): boolean {
  return isPodTerminal(pod) || (isDeleting(pod) && (pod.spec?.nodeName ?? '') === '')
}
