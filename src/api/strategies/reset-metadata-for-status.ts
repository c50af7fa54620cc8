import type { KubernetesObject } from '../../runtime/objects/typed-object.js'
import { ensureObjectMeta } from './metadata-of.js'

const kept = ['deletionTimestamp', 'generation', 'labels', 'annotations', 'finalizers', 'ownerReferences'] as const

/**
 * Restores the metadata that a write of less than the whole object must not change.
 *
 * Source: `ResetObjectMetaForStatus` of k8s.io/apimachinery/pkg/apis/meta/v1.
 */
export function resetMetadataForStatus(object: KubernetesObject, old: KubernetesObject): void {
  const metadata = ensureObjectMeta(object) as Record<string, unknown>
  const before = ensureObjectMeta(old) as Record<string, unknown>
  for (const name of kept) {
    if (before[name] === undefined) delete metadata[name]
    else metadata[name] = before[name]
  }
}
