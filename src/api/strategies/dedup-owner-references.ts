import { deepEqual } from '../../descriptor/deep-equal.js'
import { ensureMetadata } from '../../meta/object-with-meta.js'
import { ownerReferenceDescriptor } from '../../meta/v1/descriptors.gen.js'
import type { OwnerReference } from '../../meta/v1/types.gen.js'
import type { KubernetesObject } from '../../runtime/objects/typed-object.js'

/**
 * Removes duplicate owner references of an object.
 *
 * Source: `dedupOwnerReferencesAndAddWarning` of k8s.io/apiserver/pkg/endpoints/handlers.
 * @param afterAdmission - the mutating admission plugins have run already.
 * @returns the warning for the caller; `undefined` if nothing was removed.
 */
export function dedupOwnerReferences(object: KubernetesObject, afterAdmission: boolean): string | undefined {
  const metadata = ensureMetadata(object)
  const references = metadata.ownerReferences ?? []
  if (references.length < 2) return undefined
  const kept = new Map<string, OwnerReference[]>()
  const unique: OwnerReference[] = []
  const duplicates: string[] = []
  for (const reference of references) {
    const ofOwner = kept.get(reference.uid) ?? []
    if (ofOwner.some((known) => deepEqual(ownerReferenceDescriptor, known, reference))) {
      duplicates.push(reference.uid)
      continue
    }
    kept.set(reference.uid, [...ofOwner, reference])
    unique.push(reference)
  }
  if (duplicates.length === 0) return undefined
  metadata.ownerReferences = unique
  const when = afterAdmission ? ' after mutating admission happens' : ''
  return `.metadata.ownerReferences contains duplicate entries${when}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${duplicates.join(', ')}`
}
