import type { ObjectMeta } from '../../meta/v1/types.gen.js'
import type { KubernetesObject } from '../../runtime/objects/typed-object.js'

/** The metadata of an object, to be changed in place; an object without any gets an empty one. */
export function ensureObjectMeta(object: KubernetesObject): ObjectMeta {
  const holder = object as { metadata?: ObjectMeta | null }
  holder.metadata ??= {}
  return holder.metadata
}
