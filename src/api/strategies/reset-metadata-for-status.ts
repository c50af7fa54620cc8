import { ensureMetadata } from '../../meta/object-with-meta.js'
import type { KubernetesObject } from '../../runtime/objects/typed-object.js'

const kept = ['deletionTimestamp', 'generation', 'labels', 'annotations', 'finalizers', 'ownerReferences'] as const

/**
 * Restores the metadata that a write of less than the whole object must not change.
 *
 * Source: `ResetObjectMetaForStatus` of k8s.io/apimachinery/pkg/apis/meta/v1.
 */
export function resetMetadataForStatus(object: KubernetesObject, old: KubernetesObject): void {
  const metadata = ensureMetadata(object) as Record<string, unknown>
  const before = ensureMetadata(old) as Record<string, unknown>
  for (const name of kept) {
    if (before[name] === undefined) delete metadata[name]
    else metadata[name] = before[name]
  }
}
