import { compareStrings } from '../internal/compare-strings.js'
import type { FieldSet } from './selector.js'

/** `a=1,b=2`, in byte order. Values are written as they are, not escaped, as Go does. */
export function setToString(set: FieldSet): string {
  return Object.entries(set)
    .map(([field, value]) => `${field}=${value}`)
    .sort(compareStrings)
    .join(',')
}
