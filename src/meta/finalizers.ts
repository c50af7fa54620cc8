import { getFinalizers, setFinalizers } from '../runtime/objects/object-accessors.js'
import type { KubernetesObject } from '../runtime/objects/typed-object.js'

/** Reports whether an object has a finalizer. */
export function containsFinalizer(object: KubernetesObject, finalizer: string): boolean {
  return getFinalizers(object)?.includes(finalizer) ?? false
}

/** Adds a finalizer. @returns whether the object did not have it. */
export function addFinalizer(object: KubernetesObject, finalizer: string): boolean {
  const finalizers = getFinalizers(object) ?? []
  if (finalizers.includes(finalizer)) return false
  setFinalizers(object, [...finalizers, finalizer])
  return true
}

/** Removes a finalizer at any position. @returns whether the object had it. */
export function removeFinalizer(object: KubernetesObject, finalizer: string): boolean {
  const finalizers = getFinalizers(object) ?? []
  const kept = finalizers.filter((each) => each !== finalizer)
  if (kept.length === finalizers.length) return false
  setFinalizers(object, kept.length === 0 ? undefined : kept)
  return true
}
