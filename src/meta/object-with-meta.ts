import type { KubernetesObject } from '../runtime/objects/typed-object.js'
import type { ListMeta, ObjectMeta } from './v1/types.gen.js'

/** An object with metadata: what every kind has that is served as a resource. Go's `metav1.Object`. */
export interface ObjectWithMeta extends KubernetesObject {
  metadata?: ObjectMeta | undefined
}

/** A list of objects with metadata. Go's `metav1.ListInterface`. */
export interface ListWithMeta<T extends KubernetesObject = ObjectWithMeta> extends KubernetesObject {
  metadata?: ListMeta | undefined
  items: T[]
}

/** The metadata of an object, to be changed in place; made when it has none, or null. */
export function ensureMetadata(object: KubernetesObject): ObjectMeta {
  const holder: ObjectWithMeta = object
  holder.metadata ??= {}
  return holder.metadata
}
