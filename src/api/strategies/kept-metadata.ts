import { ensureMetadata } from '../../meta/object-with-meta.js'
import type { KubernetesObject } from '../../runtime/objects/typed-object.js'

/** Restores all metadata except the managed fields, which record the update. */
export function keepMetadata(object: KubernetesObject, old: KubernetesObject): void {
  const { managedFields } = ensureMetadata(object)
  const kept = { ...ensureMetadata(old) }
  delete kept.managedFields
  if (managedFields !== undefined) kept.managedFields = managedFields
  Object.assign(object, { metadata: kept })
}
