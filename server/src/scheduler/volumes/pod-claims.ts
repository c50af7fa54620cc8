import type { PersistentVolumeClaim, Pod, Volume } from 'apimachinery/api/core/v1'
import { isControlledBy } from 'apimachinery/meta'
import { claimNameOf } from '../../controllers/volumes/claims-of-pod.js'
import { isDelayed } from '../../controllers/volumes/storage-class-of.js'
import { bindCompleted } from '../../controllers/volumes/storage-names.js'
import { type Rejection, unresolvable } from '../framework/status.js'
import type { StorageState } from './storage-state.js'

/** The claims of a pod by what has to be done with them. */
export interface PodClaims {
  readonly bound: readonly PersistentVolumeClaim[]
  /** They are bound to what the chosen node can reach. */
  readonly delayed: readonly PersistentVolumeClaim[]
}

/** The key of a claim: `namespace/name`. */
export function claimKey({ metadata }: PersistentVolumeClaim): string {
  return `${metadata?.namespace}/${metadata?.name}`
}

/** The message for an object that is not there, as the server has it. */
export function notFoundMessage(resource: string, name: string): string {
  return `${resource} "${name}" not found`
}

/** Reports whether a claim is bound for good. */
export function isFullyBound({ metadata, spec }: PersistentVolumeClaim): boolean {
  return Boolean(spec?.volumeName) && metadata?.annotations?.[bindCompleted] !== undefined
}

/** The names of the claims that a pod names itself. */
export function namedClaims({ spec }: Pod): string[] {
  return (spec?.volumes ?? []).flatMap(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? [])
}

/** Reports whether a pod uses a claim by name, also one that was made for it. */
export function refersTo(pod: Pod, claim: PersistentVolumeClaim | undefined): boolean {
  if (claim === undefined || claim.metadata?.namespace !== pod.metadata?.namespace) return false
  return (pod.spec?.volumes ?? []).some((volume) => claimNameOf(pod, volume) === claim.metadata?.name)
}

/**
 * The claims of a pod, nothing if it has none; a rejection where one is missing, lost, being deleted, or has to be bound
 * by others first.
 *
 * Source: `PreFilter` of plugins/volumebinding.
 */
export function podClaims({ claims, informers }: StorageState, pod: Pod): PodClaims | Rejection | undefined {
  const found: PersistentVolumeClaim[] = []
  for (const volume of pod.spec?.volumes ?? []) {
    const name = claimNameOf(pod, volume)
    if (name === undefined) continue
    const claim = claims.get(`${pod.metadata?.namespace}/${name}`)
    const problem = problemOf(pod, volume, claim)
    if (problem !== undefined) return unresolvable(problem)
    if (claim !== undefined) found.push(claim)
  }
  if (found.length === 0) return undefined
  const unbound = found.filter((claim) => !isFullyBound(claim))
  const classes = { get: (name: string) => informers.classes.lister.getByKey(name) }
  const delayed = unbound.filter((claim) => isDelayed(claim, classes) && !claim.spec?.volumeName)
  if (delayed.length < unbound.length) return unresolvable('pod has unbound immediate PersistentVolumeClaims')
  return { bound: found.filter(isFullyBound), delayed }
}

function problemOf(pod: Pod, volume: Volume, claim: PersistentVolumeClaim | undefined): string | undefined {
  const name = claimNameOf(pod, volume) ?? ''
  const isEphemeral = volume.ephemeral !== undefined
  if (claim === undefined)
    return isEphemeral
      ? `waiting for ephemeral volume controller to create the persistentvolumeclaim "${name}"`
      : notFoundMessage('persistentvolumeclaim', name)
  if (claim.status?.phase === 'Lost')
    return `persistentvolumeclaim "${name}" bound to non-existent persistentvolume "${claim.spec?.volumeName ?? ''}"`
  if (claim.metadata?.deletionTimestamp !== undefined) return `persistentvolumeclaim "${name}" is being deleted`
  if (isEphemeral && !isControlledBy(claim, pod)) {
    const { namespace } = pod.metadata ?? {}
    return `PVC ${namespace}/${name} was not created for pod ${namespace}/${pod.metadata?.name} (pod is not owner)`
  }
  return undefined
}
