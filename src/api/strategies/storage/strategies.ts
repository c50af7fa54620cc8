import { csiDriverStrategy } from '../../storage/csi-driver/strategy.js'
import { csiNodeStrategy } from '../../storage/csi-node/strategy.js'
import { csiStorageCapacityStrategy } from '../../storage/csi-storage-capacity/strategy.js'
import { storageClassStrategy } from '../../storage/storage-class/strategy.js'
import { volumeAttachmentStrategy } from '../../storage/volume-attachment/strategy.js'
import { volumeAttributesClassStrategy } from '../../storage/volume-attributes-class/strategy.js'
import type { KindStrategy } from '../kind-strategy.js'

/** How the kinds of `storage.k8s.io` behave in a registry. */
export const strategies: readonly KindStrategy[] = [
  storageClassStrategy,
  volumeAttachmentStrategy,
  csiDriverStrategy,
  csiNodeStrategy,
  csiStorageCapacityStrategy,
  volumeAttributesClassStrategy,
]
