import { type FieldError, invalid } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'

/** Checks that a path has no `..` among its parts. */
export function validatePathNoBacksteps(target: string, path: FieldPath): FieldError[] {
  return hasParentSegment(target) ? [parentSegmentError(target, path)] : []
}

function parentSegmentError(target: string, path: FieldPath): FieldError {
  return invalid(path, target, "must not contain '..'")
}

/** Reports whether `..` is among the parts of a path. */
export function hasParentSegment(target: string): boolean {
  return target.includes('..') && target.split('/').includes('..')
}

/** Checks that a path is relative and leads downwards. */
export function validateLocalDescendingPath(target: string, path: FieldPath): FieldError[] {
  const errors = target.startsWith('/') ? [invalid(path, target, 'must be a relative path')] : []
  if (hasParentSegment(target)) errors.push(parentSegmentError(target, path))
  return errors
}

/** As {@link validateLocalDescendingPath}, and that it does not begin with two dots, which volumes use themselves. */
export function validateLocalNonReservedPath(target: string, path: FieldPath): FieldError[] {
  const errors = validateLocalDescendingPath(target, path)
  if (target.startsWith('..') && !target.startsWith('../')) {
    errors.push(invalid(path, target, "must not start with '..'"))
  }
  return errors
}
