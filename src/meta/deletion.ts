import { getDeletionTimestamp, getFinalizers } from '../runtime/objects/object-accessors.js'
import type { KubernetesObject } from '../runtime/objects/typed-object.js'
import { FinalizerDeleteDependents, FinalizerOrphanDependents } from './v1/constants.gen.js'
import type { DeletionPropagation } from './v1/types.gen.js'

/** The part of `DeleteOptions` that decides about the objects owned by the deleted one. */
export interface PropagationOptions {
  readonly propagationPolicy?: DeletionPropagation | null | undefined
  /** Older than `propagationPolicy`: `true` means `Orphan`, `false` means not to. */
  readonly orphanDependents?: boolean | null | undefined
}

/** Reports whether an object was deleted and its finalizers keep it. */
export function isBeingDeleted(object: KubernetesObject): boolean {
  return getDeletionTimestamp(object) !== undefined
}

/**
 * How the objects owned by a deleted object are treated: by the request (`orphanDependents` before `propagationPolicy`),
 * otherwise by the finalizers of the object, otherwise by the policy of the resource.
 *
 * @param resourceDefault - `Background`, unless the API server has another default for the resource.
 */
export function deletionPropagationOf(
  object: KubernetesObject,
  options: PropagationOptions = {},
  resourceDefault: DeletionPropagation = 'Background',
): DeletionPropagation {
  const { propagationPolicy, orphanDependents } = options
  if (isGiven(orphanDependents)) return orphanDependents ? 'Orphan' : 'Background'
  if (isGiven(propagationPolicy) && policies.includes(propagationPolicy)) return propagationPolicy
  const finalizer = getFinalizers(object)?.find((each) => policyFinalizers.includes(each))
  if (finalizer === undefined) return resourceDefault
  return finalizer === FinalizerOrphanDependents ? 'Orphan' : 'Foreground'
}

/** The finalizers of an object for a policy: removes those of other policies, adds that of this policy. */
export function finalizersForPropagation(object: KubernetesObject, policy: DeletionPropagation): string[] {
  const finalizers = getFinalizers(object) ?? []
  const wanted =
    policy === 'Orphan' ? [FinalizerOrphanDependents] : policy === 'Foreground' ? [FinalizerDeleteDependents] : []
  const present = finalizers.filter((each) => policyFinalizers.includes(each))
  if (present.join() === wanted.join()) return finalizers
  return [...finalizers.filter((each) => !policyFinalizers.includes(each)), ...wanted]
}

const policies: readonly string[] = ['Orphan', 'Background', 'Foreground']
const policyFinalizers: readonly string[] = [FinalizerOrphanDependents, FinalizerDeleteDependents]

function isGiven<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined
}
