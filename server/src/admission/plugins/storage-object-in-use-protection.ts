import { protectInUse, protectionFinalizers } from 'apimachinery/api/admission-plugins'
import type { AdmissionPlugin } from '../plugin.js'

/** Keeps volumes that are in use from being deleted. Source: plugin/pkg/admission/storage/storageobjectinuseprotection. */
export const storageObjectInUseProtection: AdmissionPlugin = {
  resources: Object.keys(protectionFinalizers),
  handles: (operation) => operation === 'CREATE',
  async admit({ object, resource, subresource }) {
    const finalizer = protectionFinalizers[resource.groupResource().toString()]
    if (object !== undefined && finalizer !== undefined && subresource === '') protectInUse(object, finalizer)
  },
}
