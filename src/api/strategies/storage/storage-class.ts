import { StorageClass } from '../../storage/v1/types.gen.js'
import {
  validateStorageClass,
  validateStorageClassUpdate,
  warningsForStorageClass,
} from '../../validation/storage/storage-class.js'
import type { KindStrategy } from '../kind-strategy.js'

/** How a StorageClass behaves in a registry. */
export const storageClassStrategy: KindStrategy<StorageClass> = {
  type: StorageClass,
  namespaced: false,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: true,
  validate: validateStorageClass,
  validateUpdate: validateStorageClassUpdate,
  warningsOnCreate: warningsForStorageClass,
  warningsOnUpdate: warningsForStorageClass,
}
