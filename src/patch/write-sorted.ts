import { formatNumber } from '../json/format-number.js'
import { NumberLiteral } from '../json/json-document.js'
import type { JSONObject } from '../json/json-value.js'
import { sortASCII, writeSortedJSON } from '../json/write-sorted-json.js'
import type { JSONMap } from './json-map.js'
import { boundedDepth } from './patch-error.js'

/**
 * Writes JSON with sorted members as Go does.
 *
 * @param plain - no string needs an escape, and `<` orders all names as Go does, so these checks are skipped.
 * @throws MachineryError `PatchTooDeep`.
 */
export function writeSorted(value: JSONMap, plain: boolean): string {
  return boundedDepth(() => (plain ? plainMap(value) : writeSortedJSON(value as JSONObject)))
}

/** A writer of its own, so that both stay fast independently of each other. */
function plainValue(value: unknown): string {
  if (typeof value === 'string') return `"${value}"`
  if (typeof value !== 'object' || value === null) return scalarText(value)
  if (!Array.isArray(value)) return value instanceof NumberLiteral ? value.text : plainMap(value as JSONMap)
  if (value.length === 0) return '[]'
  let out = `[${plainValue(value[0])}`
  for (let i = 1; i < value.length; i++) out += `,${plainValue(value[i])}`
  return `${out}]`
}

function plainMap(map: JSONMap): string {
  const keys = Object.keys(map)
  sortASCII(keys)
  let out = ''
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!
    const value = map[key]
    if (value !== undefined) out += `${out === '' ? '{"' : ',"'}${key}":${plainValue(value)}`
  }
  return out === '' ? '{}' : `${out}}`
}

/** An absent value counts as null in a list. */
function scalarText(value: unknown): string {
  return typeof value === 'number' ? formatNumber(value) : String(value ?? null)
}
