import { isJSONObject } from '../json/json-value.js'
import { getContinue, getRemainingItemCount, getResourceVersion } from '../runtime/objects/object-accessors.js'
import type { KubernetesObject } from '../runtime/objects/typed-object.js'
import { accessor } from './accessor.js'
import { eachListItem } from './list.js'
import { type ListMeta, type ObjectMeta, PartialObjectMetadata, PartialObjectMetadataList } from './v1/types.gen.js'

/**
 * The metadata of an object as a separate object that shares it.
 *
 * @throws MachineryError `NotAnObject` for lists and for kinds without object metadata.
 */
export function asPartialObjectMetadata(object: KubernetesObject): PartialObjectMetadata {
  accessor(object)
  const { metadata } = object as { metadata?: ObjectMeta }
  return new PartialObjectMetadata({ metadata: isJSONObject(metadata) ? metadata : {} })
}

/**
 * The metadata of the items of a list, as a separate list that shares it.
 *
 * @throws MachineryError `NotAList`, `NotAnObject`
 */
export function asPartialObjectMetadataList(list: KubernetesObject): PartialObjectMetadataList {
  const items: PartialObjectMetadata[] = []
  eachListItem(list, (item) => items.push(asPartialObjectMetadata(item)))
  return new PartialObjectMetadataList({ metadata: listMetaOf(list), items })
}

/** The metadata of a list, without unknown values. */
export function listMetaOf(object: KubernetesObject): ListMeta {
  const resourceVersion = getResourceVersion(object)
  const token = getContinue(object)
  const remainingItemCount = getRemainingItemCount(object) as number | undefined
  return {
    ...(resourceVersion !== '' && { resourceVersion }),
    ...(token !== '' && { continue: token }),
    ...(remainingItemCount !== undefined && { remainingItemCount }),
  }
}
