import type { ObjectReference } from 'apimachinery/api/core/v1'
import { groupVersionKindOf, type KubernetesObject } from 'apimachinery/runtime'
import { factsOf } from '../cache/object-facts.js'

/** A reference to an object, for events; undefined if it does not declare its kind. */
export function referenceTo(object: KubernetesObject): ObjectReference | undefined {
  const gvk = groupVersionKindOf(object)
  if (gvk.kind === '') return undefined
  const { name, namespace, uid, resourceVersion } = factsOf(object)
  return {
    ...gvk.toAPIVersionAndKind(),
    ...(name !== undefined && { name }),
    ...(namespace !== undefined && namespace !== '' && { namespace }),
    ...(uid !== undefined && { uid }),
    ...(resourceVersion !== undefined && { resourceVersion }),
  }
}
