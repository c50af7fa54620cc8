import type { StatefulSet } from 'apimachinery/api/apps/v1'
import { PersistentVolumeClaim, type Pod, type Volume } from 'apimachinery/api/core/v1'
import { ordinalOf } from './ordinals.js'

/** A claim, and the name of the volume that it is for. */
export interface PodClaim {
  readonly volume: string
  readonly claim: PersistentVolumeClaim
}

/** The names of the claims of a pod, by template. */
export function claimNames(set: StatefulSet, pod: Pod): string[] {
  const { volumeClaimTemplates = [] } = set.spec ?? {}
  return volumeClaimTemplates.map(({ metadata }) => claimName(set, metadata?.name ?? '', ordinalOf(pod)))
}

function claimName(set: StatefulSet, template: string, ordinal: number): string {
  return `${template}-${set.metadata?.name}-${ordinal}`
}

/** The claims of a pod as they are created. Source: `getPersistentVolumeClaims` in pkg/controller/statefulset of Kubernetes. */
export function claimsOf(set: StatefulSet, pod: Pod): PodClaim[] {
  const { volumeClaimTemplates = [], selector } = set.spec ?? {}
  return volumeClaimTemplates.map((template) => {
    const volume = template.metadata?.name ?? ''
    const metadata = {
      ...template.metadata,
      name: claimName(set, volume, ordinalOf(pod)),
      namespace: set.metadata?.namespace,
      labels: { ...template.metadata?.labels, ...selector?.matchLabels },
    }
    return { volume, claim: new PersistentVolumeClaim({ ...template, metadata }) }
  })
}

/** Whether the volumes of a pod are its claims. */
export function hasStorage(set: StatefulSet, pod: Pod): boolean {
  if (ordinalOf(pod) < 0) return false
  const volumes = new Map(pod.spec?.volumes?.map((volume) => [volume.name, volume]))
  return claimsOf(set, pod).every(
    ({ volume, claim }) => volumes.get(volume)?.persistentVolumeClaim?.claimName === claim.metadata?.name,
  )
}

/** The volumes of a pod with those of its claims, which replace others of their names. */
export function volumesWithClaims(set: StatefulSet, pod: Pod): Volume[] {
  const claims = claimsOf(set, pod)
  const names = new Set(claims.map(({ volume }) => volume))
  const others = (pod.spec?.volumes ?? []).filter(({ name }) => !names.has(name))
  const own = claims.map(({ volume, claim }) => ({
    name: volume,
    persistentVolumeClaim: { claimName: claim.metadata?.name ?? '' },
  }))
  return [...own, ...others]
}
