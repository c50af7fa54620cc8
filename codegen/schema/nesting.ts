import type { JSONValue } from '../../src/json/json-value.js'

/** Objects and lists within each other that a schema may have: far beyond any API, and what every stack can bear. */
export const deepestSchema = 1000

/** Reports whether objects and lists of `value` nest deeper than {@link deepestSchema}. */
export function nestsTooDeep(value: JSONValue): boolean {
  let level: JSONValue[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepestSchema) return true
    level = level.flatMap((each) => {
      if (typeof each !== 'object' || each === null) return []
      return (Array.isArray(each) ? each : Object.values(each)).filter((inner) => typeof inner === 'object')
    })
  }
  return false
}
