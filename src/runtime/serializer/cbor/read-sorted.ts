import type { JSONObject, JSONValue } from '../../../descriptor/types.js'
import { compareStrings } from '../../../internal/compare-strings.js'
import { setOwn } from '../../../json/json-value.js'
import { withStep } from './cbor-error.js'
import { type CBORReader, Item } from './cbor-reader.js'
import { duplicateKey, type LaterEncoding, readAny, readKey } from './read-any.js'

/** Maps up to this size are sorted while they are read. */
const fewEntries = 32

/**
 * Reads a data item as `readAny` does, the keys of all maps sorted: Go turns CBOR into JSON text where types hold JSON, and
 * sorts the keys as it does in any map.
 */
export function readSorted(reader: CBORReader, later: LaterEncoding = 0): JSONValue {
  const byte = reader.next()
  if (byte >> 5 === Item.map && (byte & 31) <= 24) return readSmallMap(reader, later)
  const value = readAny(reader, later)
  return typeof value === 'object' ? withSortedKeys(value) : value
}

function readSmallMap(reader: CBORReader, later: LaterEncoding): JSONObject {
  const start = reader.pos
  reader.head()
  if (reader.argument > fewEntries) {
    reader.pos = start
    return withSortedKeys(readAny(reader, later)) as JSONObject
  }
  const count = reader.enter()
  const keys: string[] = []
  const values: JSONValue[] = []
  let previous = ''
  for (let i = 0; i < count; i++) previous = readEntry(reader, { keys, values, previous }, later)
  reader.leave()
  const map: JSONObject = {}
  for (let i = 0; i < count; i++) setOwn(map, keys[i]!, values[i])
  return map
}

interface Entries {
  readonly keys: string[]
  readonly values: JSONValue[]
  /** The key read before. */
  readonly previous: string
}

/** Reads an entry and inserts it among those read before. Returns its key. */
function readEntry(reader: CBORReader, { keys, values, previous }: Entries, later: LaterEncoding): string {
  const key = readKey(reader, { later, previous })
  const count = keys.length
  let at = count
  while (at > 0 && compareStrings(keys[at - 1]!, key) > 0) at--
  if (at > 0 && keys[at - 1] === key) throw duplicateKey(reader, key, count)
  let value: JSONValue
  try {
    value = readSorted(reader, later)
  } catch (error) {
    throw withStep(error, { step: `[${key}]` }, reader.pos)
  }
  for (let i = count; i > at; i--) {
    keys[i] = keys[i - 1]!
    values[i] = values[i - 1]!
  }
  keys[at] = key
  values[at] = value
  return key
}

function withSortedKeys(value: JSONValue): JSONValue {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withSortedKeys)
  const sorted: JSONObject = {}
  for (const key of Object.keys(value).sort(compareStrings)) setOwn(sorted, key, withSortedKeys(value[key]!))
  return sorted
}
