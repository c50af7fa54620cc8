import { utf8Length } from '../../../internal/utf8-length.js'
import { stringifyJSON } from '../../../json/stringify-json.js'
import { type FieldError, invalid, required, tooLong } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { validateCSIDriverName } from '../../core/volume/csi-driver-name.js'
import { isSet } from '../../validation/go-values.js'
import type { DeviceConfiguration } from '../v1/types.gen.js'

/** Limit in bytes of the parameters of a driver, and of the data of a driver about a device. */
export const rawDataMaxLength: number = 10 * 1024

/**
 * Checks configuration of devices for a driver.
 *
 * @param stored - the object has it already: its size is not checked.
 */
export function validateDeviceConfiguration(
  { opaque }: DeviceConfiguration,
  stored: boolean,
  path: FieldPath,
): FieldError[] {
  if (!isSet(opaque)) return [required(path.child('opaque'), '')]
  return [
    ...validateCSIDriverName(opaque.driver, path.child('opaque', 'driver')),
    ...validateRawObject(opaque.parameters, stored, path.child('opaque', 'parameters')),
  ]
}

/** Checks raw JSON that must be an object. */
export function validateRawObject(value: unknown, stored: boolean, path: FieldPath): FieldError[] {
  if (value === undefined || value === null) return [required(path, '')]
  if (!stored && utf8Length(parametersText(value)) > rawDataMaxLength) return [tooLong(path, rawDataMaxLength)]
  if (typeof value === 'object' && !Array.isArray(value)) return []
  return [invalid(path, '<value omitted>', 'must be a valid JSON object')]
}

function parametersText(value: unknown): string {
  try {
    return stringifyJSON(value as object, { keys: 'kept' })
  } catch {
    return ''
  }
}
