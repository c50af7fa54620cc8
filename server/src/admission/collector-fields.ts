import { deepEqual } from 'apimachinery/descriptor'
import type { KindClass, KubernetesObject } from 'apimachinery/runtime'

/**
 * Whether an update changes only what the garbage collector does before a deletion: owner references and finalizers, and with
 * them the managed fields.
 *
 * Source: `IsOnlyMutatingGCFields` of pkg/registry/rbac of Kubernetes.
 */
export function changesCollectorFieldsOnly(
  type: Pick<KindClass, 'descriptor'>,
  object: KubernetesObject,
  old: KubernetesObject,
): boolean {
  return deepEqual(type.descriptor, withFieldsOf(object, old), old)
}

interface CollectorFields {
  ownerReferences?: unknown
  finalizers?: unknown
  managedFields?: unknown
}

function withFieldsOf(object: KubernetesObject, old: KubernetesObject): object {
  const { ownerReferences, finalizers, managedFields } = (old as { metadata?: CollectorFields }).metadata ?? {}
  const { metadata } = object as { metadata?: CollectorFields }
  return { ...object, metadata: { ...metadata, ownerReferences, finalizers, managedFields } }
}
