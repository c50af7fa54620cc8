import { type FieldError, invalid } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { isExtendedResourceName } from '../../core/resource-list/resource-names.js'
import { longNameErrors } from '../../validation/field-rules.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import { validateObjectMetaUpdate, validateObjectMetaWithOpts } from '../../validation/object-meta.js'
import { equalWithRawTexts } from '../../validation/raw-texts.js'
import { configMaxSize } from '../device/device-claim.js'
import { validateDeviceConfiguration } from '../device/device-configuration.js'
import { validateDeviceSelectors } from '../device/device-selectors.js'
import { validateList } from '../limited-lists.js'
import { deviceClassSpecDescriptor } from '../v1/descriptors.gen.js'
import type { DeviceClass, DeviceClassConfiguration, DeviceClassSpec } from '../v1/types.gen.js'

const rules = {
  requiresNamespace: false,
  validateName: longNameErrors,
}

/** Checks a new DeviceClass. */
export function validateDeviceClass(deviceClass: DeviceClass): readonly FieldError[] {
  return [
    ...validateObjectMetaWithOpts(deviceClass.metadata, rules, fieldPath('metadata')),
    ...validateSpec(deviceClass.spec ?? {}, undefined, fieldPath('spec')),
  ]
}

/** Checks a changed DeviceClass. */
export function validateDeviceClassUpdate(deviceClass: DeviceClass, old: DeviceClass): readonly FieldError[] {
  return [
    ...validateObjectMetaWithOpts(deviceClass.metadata, rules, fieldPath('metadata')),
    ...validateObjectMetaUpdate(deviceClass.metadata, old.metadata, fieldPath('metadata')),
    ...validateSpec(deviceClass.spec ?? {}, old.spec ?? {}, fieldPath('spec')),
  ]
}

function validateSpec(spec: DeviceClassSpec, old: DeviceClassSpec | undefined, path: FieldPath): FieldError[] {
  const configType = deviceClassSpecDescriptor.propertyByName.get('config')?.type
  const stored = old !== undefined && configType !== undefined && equalWithRawTexts(configType, spec.config, old.config)
  const rule = (config: DeviceClassConfiguration, at: FieldPath) => validateDeviceConfiguration(config, stored, at)
  const name = spec.extendedResourceName
  const errors = [
    ...validateDeviceSelectors(spec.selectors, path.child('selectors')),
    ...validateList(structsOf(spec.config), { limit: configMaxSize, rule }, path.child('config')),
  ]
  if (!isSet(name) || isExtendedResourceName(name)) return errors
  const error = invalid(path.child('extendedResourceName'), name, 'must be a valid extended resource name')
  return [...errors, error.withOrigin('format=k8s-extended-resource-name')]
}
