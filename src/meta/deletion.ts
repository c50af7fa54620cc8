import { getDeletionTimestamp, getFinalizers } from '../runtime/objects/object-accessors.js'
import type { KubernetesObject } from '../runtime/objects/typed-object.js'
import { FinalizerDeleteDependents, FinalizerOrphanDependents } from './v1/constants.gen.js'
import type { DeletionPropagation } from './v1/types.gen.js'

/** The part of `DeleteOptions` that says what becomes of the objects that the deleted one owns. */
export interface PropagationOptions {
  readonly propagationPolicy?: DeletionPropagation | null | undefined
  /** Older than `propagationPolicy`: `true` means `Orphan`, `false` means not to. */
  readonly orphanDependents?: boolean | null | undefined
}

/** Reports whether somebody deleted an object that its finalizers keep alive. */
export function isBeingDeleted(object: KubernetesObject): boolean {
  return getDeletionTimestamp(object) !== undefined
}

/**
 * What becomes of the objects that a deleted one owns: what the request says (`orphanDependents` before
 * `propagationPolicy`), else what the finalizers of the object say, else the policy of the resource.
 *
 * @param resourceDefault - `Background` for all resources whose API server says nothing else.
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

/**
 * The finalizers of an object for a policy: one that carries out
 * another policy goes, the one that carries out this policy comes.
 */
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
