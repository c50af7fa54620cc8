import type { ObjectMeta } from 'apimachinery/meta/v1'
import type { KubernetesObject } from 'apimachinery/runtime'

/** The metadata of an object, to be changed in place; an object without any gets an empty one. */
export function ensureObjectMeta(object: KubernetesObject): ObjectMeta {
  const holder = object as { metadata?: ObjectMeta | null }
  holder.metadata ??= {}
  return holder.metadata
}

/** The metadata of an object that must not be changed. */
export function readMetadata(object: KubernetesObject): Readonly<ObjectMeta> {
  return (object as { readonly metadata?: ObjectMeta | null }).metadata ?? {}
}
