import { ensureMetadata } from '../../../meta/object-with-meta.js'
import { resourceDeclared } from '../../declared/resource.gen.js'
import { raiseGeneration } from '../../strategies/kept-fields.js'
import type { KindStrategy, StrategyContext } from '../../strategies/kind-strategy.js'
import { DeviceClass } from '../v1/types.gen.js'
import { validateDeviceClass, validateDeviceClassUpdate } from './validation.js'

function dropDisabledFields(deviceClass: DeviceClass, old: DeviceClass | undefined, context: StrategyContext): void {
  if (context.featureEnabled('DRAExtendedResource')) return
  const inUse = (old?.spec?.extendedResourceName ?? undefined) !== undefined
  if (!inUse && deviceClass.spec) delete deviceClass.spec.extendedResourceName
}

/** How a DeviceClass behaves in a registry. */
export const deviceClassStrategy: KindStrategy<DeviceClass> = {
  type: DeviceClass,
  declared: { rules: resourceDeclared },
  prepareForCreate(deviceClass, context) {
    ensureMetadata(deviceClass).generation = 1
    dropDisabledFields(deviceClass, undefined, context)
  },
  prepareForUpdate(deviceClass, old, context) {
    dropDisabledFields(deviceClass, old, context)
    raiseGeneration(deviceClass, old, ['spec'])
  },
  validate: validateDeviceClass,
  validateUpdate: validateDeviceClassUpdate,
}
