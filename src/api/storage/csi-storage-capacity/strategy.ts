import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { CSIStorageCapacity } from '../v1/types.gen.js'
import {
  validateCSIStorageCapacity,
  validateCSIStorageCapacityUpdate,
  warningsForCSIStorageCapacity,
} from './validation.js'

/** How a CSIStorageCapacity behaves in a registry. */
export const csiStorageCapacityStrategy: KindStrategy<CSIStorageCapacity> = {
  type: CSIStorageCapacity,
  allowUnconditionalUpdate: false,
  validate: (capacity) => validateCSIStorageCapacity(capacity, { allowInvalidLabelValueInSelector: false }),
  validateUpdate: validateCSIStorageCapacityUpdate,
  warningsOnCreate: warningsForCSIStorageCapacity,
  warningsOnUpdate: warningsForCSIStorageCapacity,
}
