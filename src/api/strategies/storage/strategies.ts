import type { KindStrategy } from '../kind-strategy.js'
import { csiDriverStrategy } from './csi-driver.js'
import { csiNodeStrategy } from './csi-node.js'
import { csiStorageCapacityStrategy } from './csi-storage-capacity.js'
import { storageClassStrategy } from './storage-class.js'
import { volumeAttachmentStrategy } from './volume-attachment.js'
import { volumeAttributesClassStrategy } from './volume-attributes-class.js'

/** How the kinds of `storage.k8s.io` behave in a registry. */
export const strategies: readonly KindStrategy[] = [
  storageClassStrategy,
  volumeAttachmentStrategy,
  csiDriverStrategy,
  csiNodeStrategy,
  csiStorageCapacityStrategy,
  volumeAttributesClassStrategy,
]
