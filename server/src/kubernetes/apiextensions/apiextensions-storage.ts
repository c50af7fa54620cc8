import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { definitionStorage } from '../../extensions/definition-store.js'
import { sharedSpecCodec } from '../../extensions/shared-spec-codec.js'
import type { ResourceStorage } from '../../registry/resource-storage.js'
import { storeAt } from '../cluster-cache.js'
import type { StorageProvider } from '../storage-provider.js'

/** Where definitions are below `/registry`. */
export const definitionsPrefix = 'apiextensions.k8s.io/customresourcedefinitions'

/** The group `apiextensions.k8s.io`: definitions are emptied before they go. */
export const apiextensionsStorage: StorageProvider = {
  group: 'apiextensions.k8s.io',
  codecs: { [definitionsPrefix]: sharedSpecCodec },
  extend(storage, { stores }) {
    const store = storeAt<CustomResourceDefinition>(stores, definitionsPrefix)
    storage.customresourcedefinitions = definitionStorage(store) as unknown as ResourceStorage
  },
}
