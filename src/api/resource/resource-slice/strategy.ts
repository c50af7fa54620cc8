import { quote } from '../../../internal/quote.js'
import { ensureMetadata } from '../../../meta/object-with-meta.js'
import { resourceDeclared } from '../../declared/resource.gen.js'
import { raiseGeneration } from '../../strategies/kept-fields.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { dropDisabledDeviceFields } from '../device/device-features.js'
import { hubField } from '../hub-field.js'
import { ResourceSlice } from '../v1/types.gen.js'
import { validateResourceSlice, validateResourceSliceUpdate } from './validation.js'

function warnings({ spec }: ResourceSlice): readonly string[] {
  const driver = spec?.driver ?? ''
  if (driver === driver.toLowerCase()) return []
  return [`spec.driver: driver names should be lowercase; ${quote(driver)} contains uppercase characters`]
}

/** How a ResourceSlice behaves in a registry. */
export const resourceSliceStrategy: KindStrategy<ResourceSlice> = {
  type: ResourceSlice,
  declared: { rules: resourceDeclared, hubField },
  prepareForCreate(slice, context) {
    ensureMetadata(slice).generation = 1
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
  selectableFields: ({ spec }) => ({
    'spec.nodeName': spec?.nodeName ?? '',
    'spec.driver': spec?.driver ?? '',
    'spec.pool.name': spec?.pool?.name ?? '',
  }),
}
