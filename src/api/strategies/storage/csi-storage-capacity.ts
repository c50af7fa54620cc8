import { CSIStorageCapacity } from '../../storage/v1/types.gen.js'
import {
  validateCSIStorageCapacity,
  validateCSIStorageCapacityUpdate,
  warningsForCSIStorageCapacity,
} from '../../validation/storage/csi-storage-capacity.js'
import type { KindStrategy } from '../kind-strategy.js'

/** How a CSIStorageCapacity behaves in a registry. */
export const csiStorageCapacityStrategy: KindStrategy<CSIStorageCapacity> = {
  type: CSIStorageCapacity,
  namespaced: true,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: false,
  validate: (capacity) => validateCSIStorageCapacity(capacity, { allowInvalidLabelValueInSelector: false }),
  validateUpdate: validateCSIStorageCapacityUpdate,
  warningsOnCreate: warningsForCSIStorageCapacity,
  warningsOnUpdate: warningsForCSIStorageCapacity,
}
