import { isPathSegmentName, isPathSegmentPrefix } from '../../validation/format-rules.js'

/** The rule for names of any kind: they are used in URL paths. */
export function validatePathSegment(name: string, prefix: boolean): string[] {
  return prefix ? isPathSegmentPrefix(name) : isPathSegmentName(name)
}
