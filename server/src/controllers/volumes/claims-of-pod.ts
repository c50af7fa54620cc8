import type { SharedInformer } from '@apimachinery/client/cache'
import type { PersistentVolumeClaim, Pod, Volume } from 'apimachinery/api/core/v1'
import { MachineryError } from 'apimachinery/errors'
import { isControlledBy } from 'apimachinery/meta'
import { isDeleting } from '../controller.js'
import { isPodTerminal } from '../pod-control/pod-state.js'

/** The name of the claim that a volume of a pod uses; undefined for a volume without claim. */
export function claimNameOf(pod: Pod, { name, persistentVolumeClaim, ephemeral }: Volume): string | undefined {
  if (persistentVolumeClaim != null) return persistentVolumeClaim.claimName
  return ephemeral == null ? undefined : `${pod.metadata?.name}-${name}`
}

/** The keys of the claims that a pod uses. */
export function claimKeysOf(pod: Pod): string[] {
  const names = (pod.spec?.volumes ?? []).map((volume) => claimNameOf(pod, volume))
  return names.flatMap((name) => (name === undefined ? [] : [`${pod.metadata?.namespace}/${name}`]))
}

/** Reports whether a volume of a pod is this claim; one of a generic ephemeral volume must belong to the pod. */
export function usesClaim(pod: Pod, volume: Volume, claim: PersistentVolumeClaim): boolean {
  if (claimNameOf(pod, volume) !== claim.metadata?.name) return false
  return volume.ephemeral == null || isControlledBy(claim, pod)
}

const index = 'pods-by-claim'

/** The pods that name a claim, by its key. The informer gets an index, once. */
export function podsByClaim(pods: SharedInformer<Pod>): (claim: string) => Pod[] {
  try {
    pods.addIndexers({ [index]: claimKeysOf })
  } catch (error) {
    // Another controller added it before.
    if (!(error instanceof MachineryError) || error.code !== 'IndexConflict') throw error
  }
  return (claim) => pods.lister.byIndex(index, claim)
}

/** Reports whether nothing of a pod runs any more. Source: `IsPodTerminated` of pkg/volume/util. */
export function isPodEnded(pod: Pod): boolean {
  if (isPodTerminal(pod)) return true
  const { initContainerStatuses, containerStatuses, ephemeralContainerStatuses } = pod.status ?? {}
  const statuses = [initContainerStatuses, containerStatuses, ephemeralContainerStatuses].flatMap((each) => each ?? [])
  return isDeleting(pod) && statuses.every(({ state }) => state?.terminated != null || state?.waiting != null)
}
