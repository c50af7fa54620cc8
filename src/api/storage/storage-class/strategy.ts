import { storageDeclared } from '../../declared/storage.gen.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { StorageClass } from '../v1/types.gen.js'
import { validateStorageClass, validateStorageClassUpdate, warningsForStorageClass } from './validation.js'

/** How a StorageClass behaves in a registry. */
export const storageClassStrategy: KindStrategy<StorageClass> = {
  type: StorageClass,
  declared: { rules: storageDeclared },
  validate: validateStorageClass,
  validateUpdate: validateStorageClassUpdate,
  warningsOnCreate: warningsForStorageClass,
  warningsOnUpdate: warningsForStorageClass,
}
