import type { KubernetesObject } from '../../runtime/objects/typed-object.js'
import { metadataOf } from './metadata-of.js'

/** Restores all metadata except the managed fields, which record the update. */
export function keepMetadata(object: KubernetesObject, old: KubernetesObject): void {
  const { managedFields } = metadataOf(object)
  const kept = { ...metadataOf(old) }
  delete kept.managedFields
  if (managedFields !== undefined) kept.managedFields = managedFields
  Object.assign(object, { metadata: kept })
}
