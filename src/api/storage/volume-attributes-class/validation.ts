import { type FieldError, forbidden } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { equalJSON } from '../../../validation/immutable.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { validateParameters, validateProvisioner } from '../provisioner.js'
import type { VolumeAttributesClass } from '../v1/types.gen.js'

/** Checks a new VolumeAttributesClass. */
export function validateVolumeAttributesClass(attributes: VolumeAttributesClass): readonly FieldError[] {
  const rules = { requiresNamespace: false, validateName: nameIsDNSSubdomain }
  return [
    ...validateObjectMeta(attributes.metadata, rules, fieldPath('metadata')),
    ...validateProvisioner(attributes.driverName, fieldPath('driverName')),
    ...validateParameters(attributes.parameters, false, fieldPath('parameters')),
  ]
}

/** Checks a changed VolumeAttributesClass: driver and parameters stay the same. */
export function validateVolumeAttributesClassUpdate(
  attributes: VolumeAttributesClass,
  old: VolumeAttributesClass,
): readonly FieldError[] {
  const errors = validateObjectMetaUpdate(attributes.metadata, old.metadata, fieldPath('metadata'))
  if ((attributes.driverName ?? '') !== (old.driverName ?? '')) {
    errors.push(forbidden(fieldPath('driverName'), 'updates to driverName are forbidden.'))
  }
  if (!equalJSON(attributes.parameters, old.parameters)) {
    errors.push(forbidden(fieldPath('parameters'), 'updates to parameters are forbidden.'))
  }
  return [...errors, ...validateVolumeAttributesClass(attributes)]
}
