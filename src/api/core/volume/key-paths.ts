import { appendAll } from '../../../internal/append-all.js'
import { type FieldError, invalid, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isSet } from '../../validation/go-values.js'
import {
  validateObjectFieldSelector,
  validateResourceFieldSelector,
  volumeFieldPaths,
} from '../container/downward-api.js'
import type { DownwardAPIVolumeFile, KeyToPath } from '../v1/types.gen.js'
import { validateLocalNonReservedPath } from './local-paths.js'

const maxMode = 0o777

/** Checks the mode of a file, if one is set. */
export function validateFileMode(mode: number | null | undefined, path: FieldPath): FieldError[] {
  if (!isSet(mode) || (mode >= 0 && mode <= maxMode)) return []
  return [invalid(path, mode, 'must be a number between 0 and 0777 (octal), both inclusive')]
}

/** Checks the path for a key of a ConfigMap or Secret. */
export function validateKeyToPath(item: KeyToPath, path: FieldPath): FieldError[] {
  const key = item.key ?? ''
  const file = item.path ?? ''
  const { mode } = item
  const errors: FieldError[] = []
  if (key === '') errors.push(required(path.child('key'), ''))
  if (file === '') errors.push(required(path.child('path'), ''))
  appendAll(errors, validateLocalNonReservedPath(file, path.child('path')))
  appendAll(errors, validateFileMode(mode, path.child('mode')))
  return errors
}

/** Checks a file with a field of the pod or an amount of a container. */
export function validateDownwardAPIFile(item: DownwardAPIVolumeFile, path: FieldPath): FieldError[] {
  const file = item.path ?? ''
  const { fieldRef, resourceFieldRef } = item
  const errors: FieldError[] = []
  if (file === '') errors.push(required(path.child('path'), ''))
  appendAll(errors, validateLocalNonReservedPath(file, path.child('path')))
  if (isSet(fieldRef)) {
    appendAll(errors, validateObjectFieldSelector(fieldRef, volumeFieldPaths, path.child('fieldRef')))
    if (isSet(resourceFieldRef)) {
      errors.push(invalid(path, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously'))
    }
  } else if (isSet(resourceFieldRef)) {
    appendAll(errors, validateResourceFieldSelector(resourceFieldRef, true, path.child('resourceFieldRef')))
  } else errors.push(required(path, 'one of fieldRef and resourceFieldRef is required'))
  appendAll(errors, validateFileMode(item.mode, path.child('mode')))
  return errors
}
