import type { KubernetesObject } from '../../runtime/objects/typed-object.js'
import { ensureObjectMeta } from './metadata-of.js'

/** Restores all metadata except the managed fields, which record the update. */
export function keepMetadata(object: KubernetesObject, old: KubernetesObject): void {
  const { managedFields } = ensureObjectMeta(object)
  const kept = { ...ensureObjectMeta(old) }
  delete kept.managedFields
  if (managedFields !== undefined) kept.managedFields = managedFields
  Object.assign(object, { metadata: kept })
}
