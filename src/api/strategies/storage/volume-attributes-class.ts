import { VolumeAttributesClass } from '../../storage/v1/types.gen.js'
import {
  validateVolumeAttributesClass,
  validateVolumeAttributesClassUpdate,
} from '../../validation/storage/volume-attributes-class.js'
import type { KindStrategy } from '../kind-strategy.js'

/** How a VolumeAttributesClass behaves in a registry. */
export const volumeAttributesClassStrategy: KindStrategy<VolumeAttributesClass> = {
  type: VolumeAttributesClass,
  namespaced: false,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: true,
  validate: validateVolumeAttributesClass,
  validateUpdate: validateVolumeAttributesClassUpdate,
}
