import { type FieldError, invalid } from './field-error.js'
import type { FieldPath } from './field-path.js'

/** Detail of an error about a field that must not change. */
export const fieldImmutableErrorMsg = 'field is immutable'

/** Checks that a value did not change. Absent, `null` and empty lists and objects are the same. */
export function validateImmutableField(now: unknown, before: unknown, path: FieldPath): FieldError[] {
  return equalJSON(now, before) ? [] : [invalid(path, now ?? null, fieldImmutableErrorMsg)]
}

/** Compares two JSON values without recursion, since nesting may be deep. */
export function equalJSON(a: unknown, b: unknown): boolean {
  const pending: [unknown, unknown][] = [[a, b]]
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [x, y] = pair
    if (x === y || (isEmpty(x) && isEmpty(y))) continue
    if (typeof x !== 'object' || typeof y !== 'object' || x === null || y === null) {
      if (!sameInteger(x, y)) return false
    } else if (!pushMembers(pending, x, y)) return false
  }
  return true
}

/** An int64 may be a number here and a bigint there. */
function sameInteger(x: unknown, y: unknown): boolean {
  const integers = [x, y].every((value) => typeof value === 'bigint' || Number.isSafeInteger(value))
  return integers && String(x) === String(y)
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

function pushMembers(pending: [unknown, unknown][], x: object, y: object): boolean {
  if (Array.isArray(x) !== Array.isArray(y)) return false
  if (Array.isArray(x) && Array.isArray(y) && x.length !== y.length) return false
  for (const key of new Set([...Object.keys(x), ...Object.keys(y)])) pending.push([own(x, key), own(y, key)])
  return true
}

function own(object: object, key: string): unknown {
  return Object.hasOwn(object, key) ? (object as Record<string, unknown>)[key] : undefined
}
