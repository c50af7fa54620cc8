import { messageOf } from '../../errors/message-of.js'
import { nestedInt64, nestedString } from '../../runtime/objects/nested-field.js'
import { type FieldError, invalid } from '../../validation/field-error.js'
import { fieldPath } from '../../validation/field-path.js'
import type { ScalePaths } from './read-definition.js'

const maxInt32 = 2147483647

/** Returns the errors of the fields of the scale subresource: `spec.replicas`, `status.replicas`, the selector. */
export function validateScale(object: object, scale: ScalePaths): FieldError[] {
  return [...replicasErrors(object, scale.specReplicasPath), ...validateScaleStatus(object, scale)]
}

/** The same for the fields outside of `spec`, for an update of the status. */
export function validateScaleStatus(object: object, scale: ScalePaths): FieldError[] {
  const { statusReplicasPath, labelSelectorPath } = scale
  const errors = replicasErrors(object, statusReplicasPath)
  return labelSelectorPath === '' ? errors : [...errors, ...selectorErrors(object, labelSelectorPath)]
}

function replicasErrors(object: object, path: string): FieldError[] {
  try {
    const replicas = nestedInt64(object, ...scaleFields(path)) ?? 0
    if (replicas < 0) return [invalid(fieldPath(path), replicas, 'should be a non-negative integer')]
    if (replicas <= maxInt32) return []
    return [invalid(fieldPath(path), replicas, `should be less than or equal to ${maxInt32}`)]
  } catch (error) {
    return [invalid(fieldPath(path), 0, messageOf(error))]
  }
}

function selectorErrors(object: object, path: string): FieldError[] {
  try {
    nestedString(object, ...scaleFields(path))
    return []
  } catch (error) {
    return [invalid(fieldPath(path), '', messageOf(error))]
  }
}

/** The names of the fields that a path of `ScalePaths` leads through. */
export function scaleFields(path: string): string[] {
  return path.replace(/^\./, '').split('.')
}
