import { MachineryError } from 'apimachinery/errors'
import { type ObjectMeta, PartialObjectMetadata, Status } from 'apimachinery/meta/v1'
import type { KubernetesObject } from 'apimachinery/runtime'

/**
 * The metadata of an answer to a request for metadata: servers that do not know the transformation answer with the whole object.
 *
 * @throws MachineryError `InvalidMetadata` for what does not look like an object of a server
 */
export function metadataOfWhole(object: KubernetesObject): KubernetesObject {
  if (object instanceof PartialObjectMetadata || object instanceof Status) return object
  const { metadata = {} } = object as { metadata?: Partial<ObjectMeta> }
  const { uid, creationTimestamp, name, generateName } = metadata
  if (!uid || !creationTimestamp || (!name && !generateName)) {
    throw new MachineryError('InvalidMetadata', 'object does not appear to match the ObjectMeta schema')
  }
  return new PartialObjectMetadata({ metadata })
}
