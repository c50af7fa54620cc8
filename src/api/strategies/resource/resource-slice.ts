import { quote } from '../../../internal/quote.js'
import { ResourceSlice } from '../../resource/v1/types.gen.js'
import { validateResourceSlice, validateResourceSliceUpdate } from '../../validation/resource/resource-slice.js'
import { raiseGeneration } from '../kept-fields.js'
import type { KindStrategy } from '../kind-strategy.js'
import { metadataOf } from '../metadata-of.js'
import { dropDisabledDeviceFields } from './device-features.js'

function warnings({ spec }: ResourceSlice): readonly string[] {
  const driver = spec?.driver ?? ''
  if (driver === driver.toLowerCase()) return []
  return [`spec.driver: driver names should be lowercase; ${quote(driver)} contains uppercase characters`]
}

/** How a ResourceSlice behaves in a registry. */
export const resourceSliceStrategy: KindStrategy<ResourceSlice> = {
  type: ResourceSlice,
  namespaced: false,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: true,
  prepareForCreate(slice, context) {
    metadataOf(slice).generation = 1
    dropDisabledDeviceFields(slice, undefined, context)
  },
  prepareForUpdate(slice, old, context) {
    raiseGeneration(slice, old, ['spec'])
    dropDisabledDeviceFields(slice, old, context)
  },
  validate: validateResourceSlice,
  validateUpdate: validateResourceSliceUpdate,
  warningsOnCreate: warnings,
  warningsOnUpdate: warnings,
  selectableFields: ({ spec }) => ({ 'spec.nodeName': spec?.nodeName ?? '', 'spec.driver': spec?.driver ?? '' }),
}
