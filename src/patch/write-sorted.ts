import { compareStrings } from '../internal/compare-strings.js'
import { formatNumber } from '../json/format-number.js'
import { NumberLiteral } from '../json/json-document.js'
import { quoteJSON } from '../json/quote-json.js'
import type { JSONMap } from './json-map.js'
import { boundedDepth } from './patch-error.js'

/** Characters that `<` does not order as Go does. */
const unordered = /[\ud800-\uffff]/

/**
 * Writes JSON with sorted members as Go does.
 *
 * @param plain - no string needs an escape, and `<` orders all names as Go does, so these checks are skipped.
 * @throws MachineryError `PatchTooDeep`.
 */
export function writeSorted(value: JSONMap, plain: boolean): string {
  return boundedDepth(() => (plain ? plainMap(value) : anyMap(value)))
}

/** Two separate recursive writers stay fast independently of each other. */
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
  sortKeys(keys)
  let out = ''
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string
    const value = map[key]
    if (value !== undefined) out += `${out === '' ? '{"' : ',"'}${key}":${plainValue(value)}`
  }
  return out === '' ? '{}' : `${out}}`
}

function anyValue(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return scalarText(value)
  if (!Array.isArray(value)) return value instanceof NumberLiteral ? value.text : anyMap(value as JSONMap)
  if (value.length === 0) return '[]'
  let out = `[${anyValue(value[0])}`
  for (let i = 1; i < value.length; i++) out += `,${anyValue(value[i])}`
  return `${out}]`
}

function anyMap(map: JSONMap): string {
  const keys = Object.keys(map)
  keys.some((key) => unordered.test(key)) ? keys.sort(compareStrings) : sortKeys(keys)
  let out = ''
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string
    const value = map[key]
    if (value !== undefined) out += `${out === '' ? '{' : ','}${quoted(key)}:${anyValue(value)}`
  }
  return out === '' ? '{}' : `${out}}`
}

function quoted(text: string): string {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x20 || unit > 0x7e || escapes[unit] === 1) return quoteJSON(text)
  }
  return `"${text}"`
}

const escapes: Uint8Array = /* @__PURE__ */ escapeTable()

/** 1 for the characters of ASCII that have an escape. */
function escapeTable(): Uint8Array {
  const table = new Uint8Array(0x80)
  for (const character of '"\\<>&') table[character.charCodeAt(0)] = 1
  return table
}

/** An absent value counts as null in a list. */
function scalarText(value: unknown): string {
  if (typeof value !== 'number') return String(value ?? null)
  return value === 0 || !Number.isInteger(value) ? formatNumber(value) : `${value}`
}

/** Moves each key to its place: fast for the few and mostly ordered keys of an object. */
function sortKeys(keys: string[]): void {
  if (keys.length > 32) {
    keys.sort()
    return
  }
  for (let i = 1; i < keys.length; i++) {
    const key = keys[i] as string
    let at = i
    for (; at > 0 && (keys[at - 1] as string) > key; at--) keys[at] = keys[at - 1] as string
    keys[at] = key
  }
}
