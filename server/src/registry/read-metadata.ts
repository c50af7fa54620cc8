import type { ObjectMeta } from 'apimachinery/meta/v1'
import type { KubernetesObject } from 'apimachinery/runtime'

/** The metadata of an object that must not be changed. */
export function readMetadata(object: KubernetesObject): Readonly<ObjectMeta> {
  return (object as { readonly metadata?: ObjectMeta | null }).metadata ?? {}
}
