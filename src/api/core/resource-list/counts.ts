import { type FieldError, invalid } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { validateNonnegativeField } from '../../../validation/number-rules.js'
import { isSet } from '../../validation/go-values.js'

/** Finds counts below zero among the fields of a status; those that are not set are none. */
export function validateCounts<T extends object>(
  object: T,
  names: readonly (keyof T & string)[],
  path: FieldPath,
): FieldError[] {
  return names.flatMap((name) => {
    const count = object[name] as number | null | undefined
    return isSet(count) ? validateNonnegativeField(count, path.child(name)) : []
  })
}

/** Finds counts that are greater than another one. */
export function validateAtMost<T extends object>(
  status: T,
  names: readonly (keyof T & string)[],
  { most, detail, path }: { readonly most: keyof T & string; readonly detail: string; readonly path: FieldPath },
): FieldError[] {
  const limit = countOf(status[most])
  return names.flatMap((name) => {
    const count = countOf(status[name])
    return count > limit ? [invalid(path.child(name), count, detail)] : []
  })
}

function countOf(value: unknown): number {
  return typeof value === 'number' || typeof value === 'bigint' ? (value as number) : 0
}

/** Finds a decreased count of collisions. */
export function validateCollisionCount(
  now: number | null | undefined,
  before: number | null | undefined,
  path: FieldPath,
): FieldError[] {
  if (!isSet(before) || (isSet(now) && now >= before)) return []
  return [invalid(path.child('collisionCount'), now ?? 0, 'cannot be decremented')]
}
