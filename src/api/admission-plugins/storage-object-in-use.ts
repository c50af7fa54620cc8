import { getFinalizers, setFinalizers } from '../../runtime/objects/object-accessors.js'
import type { KubernetesObject } from '../../runtime/objects/typed-object.js'

/** Resources that are not deleted while in use, as `resource.group`, and the finalizers that see to it. */
export const protectionFinalizers: Readonly<Record<string, string>> = {
  persistentvolumes: 'kubernetes.io/pv-protection',
  persistentvolumeclaims: 'kubernetes.io/pvc-protection',
  'volumeattributesclasses.storage.k8s.io': 'kubernetes.io/vac-protection',
}

/** Adds the finalizer of a resource to a new object. Source: plugin/pkg/admission/storage/storageobjectinuseprotection. */
export function protectInUse(object: KubernetesObject, finalizer: string): void {
  const present = getFinalizers(object) ?? []
  if (!present.includes(finalizer)) setFinalizers(object, [...present, finalizer])
}
