import { getFinalizers, setFinalizers } from 'apimachinery/runtime'
import type { AdmissionPlugin } from '../plugin.js'

const finalizers: Readonly<Record<string, string>> = {
  '/persistentvolumes': 'kubernetes.io/pv-protection',
  '/persistentvolumeclaims': 'kubernetes.io/pvc-protection',
  'storage.k8s.io/volumeattributesclasses': 'kubernetes.io/vac-protection',
}

/** Keeps volumes that are in use from being deleted. Source: plugin/pkg/admission/storage/storageobjectinuseprotection. */
export const storageObjectInUseProtection: AdmissionPlugin = {
  resources: ['persistentvolumes', 'persistentvolumeclaims', 'volumeattributesclasses.storage.k8s.io'],
  handles: (operation) => operation === 'CREATE',
  async admit({ object, resource, subresource }) {
    const finalizer = finalizers[`${resource.group}/${resource.resource}`]
    if (object === undefined || finalizer === undefined || subresource !== '') return
    const present = getFinalizers(object) ?? []
    if (!present.includes(finalizer)) setFinalizers(object, [...present, finalizer])
  },
}
