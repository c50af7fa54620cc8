import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { definitionCodec } from '../../customresources/definition-codec.js'
import { definitionStorage } from '../../customresources/definition-store.js'
import type { StorageProvider } from '../storage-provider.js'

/** Where definitions are below `/registry`. */
export const definitionsPrefix = 'apiextensions.k8s.io/customresourcedefinitions'

/** The group `apiextensions.k8s.io`: definitions are emptied before they go. */
export const apiextensionsStorage: StorageProvider = {
  group: 'apiextensions.k8s.io',
  codecs: { [definitionsPrefix]: definitionCodec },
  extend(storage, { stores }) {
    const store = stores.at<CustomResourceDefinition>(definitionsPrefix)
    storage.customresourcedefinitions = definitionStorage(store)
  },
}
