import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { VolumeAttributesClass } from '../v1/types.gen.js'
import { validateVolumeAttributesClass, validateVolumeAttributesClassUpdate } from './validation.js'

/** How a VolumeAttributesClass behaves in a registry. */
export const volumeAttributesClassStrategy: KindStrategy<VolumeAttributesClass> = {
  type: VolumeAttributesClass,
  validate: validateVolumeAttributesClass,
  validateUpdate: validateVolumeAttributesClassUpdate,
}
