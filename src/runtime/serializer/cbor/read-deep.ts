import type { JSONObject, JSONValue } from '../../../descriptor/types.js'
import { compareStrings } from '../../../internal/compare-strings.js'
import { setOwn } from '../../../json/json-value.js'
import { withStep } from './cbor-error.js'
import { type CBORReader, Item } from './cbor-reader.js'
import { duplicateKey, type LaterEncoding, nextLater, readKey, readPlain, readTime } from './read-any.js'

/** An array or map that is being read. */
interface Open {
  readonly container: JSONValue[] | JSONObject
  readonly isMap: boolean
  readonly count: number
  readonly later: LaterEncoding
  read: number
  key: string
  /** A key is being read, which is not part of a path yet. */
  atKey: boolean
}

/**
 * Reads a data item as `readAny` does, to the same depth as Go: open containers are kept in a list instead of the call
 * stack, which is slower.
 */
export function readDeep(reader: CBORReader, later: LaterEncoding = 0): JSONValue {
  const open: Open[] = []
  try {
    for (;;) {
      const whole = close(reader, open, readItem(reader, open, later))
      if (whole !== undefined) return whole
    }
  } catch (error) {
    const steps = open.filter(({ atKey }) => !atKey)
    const step = steps.map(({ isMap, key, read }) => `[${isMap ? key : read}]`).join('')
    throw step === '' ? error : withStep(error, { step }, reader.pos)
  }
}

/**
 * Adds an item, and the containers that end with it, to their parents; returns the outermost container when it ends.
 */
function close(reader: CBORReader, open: Open[], item: JSONValue | undefined): JSONValue | undefined {
  let value = item
  for (let innermost = open.at(-1); innermost !== undefined; innermost = open.at(-1)) {
    if (value !== undefined) add(innermost, value)
    if (!reader.done(innermost.read, innermost.count)) {
      if (innermost.isMap) nextKey(reader, innermost)
      return undefined
    }
    reader.leave()
    open.pop()
    value = innermost.container
  }
  return value
}

/** Reads what holds nothing else; opens what does, and is undefined then. */
function readItem(reader: CBORReader, open: Open[], outer: LaterEncoding): JSONValue | undefined {
  let later = open.at(-1)?.later ?? outer
  reader.head()
  while (reader.major === Item.tag) {
    const tag = reader.argument
    later = nextLater(reader, later)
    if (tag < 2) return readTime(reader, tag)
    reader.head()
  }
  if (reader.major !== Item.array && reader.major !== Item.map) return readPlain(reader, later)
  const isMap = reader.major === Item.map
  const count = reader.enter()
  open.push({ container: isMap ? {} : [], isMap, count, later, read: 0, key: '', atKey: false })
  return undefined
}

function nextKey(reader: CBORReader, open: Open): void {
  open.atKey = true
  const key = readKey(reader, { later: open.later, previous: open.key })
  if (Object.hasOwn(open.container, key)) throw duplicateKey(reader, key, open.read)
  open.key = key
  open.atKey = false
}

function add(open: Open, value: JSONValue): void {
  if (open.isMap) setOwn(open.container, open.key, value)
  else (open.container as JSONValue[]).push(value)
  open.read++
}

/** Sorts the keys of all maps in a value, in place. */
export function sortDeep(value: JSONValue): JSONValue {
  const pending = [value]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== 'object' || next === null) continue
    if (!Array.isArray(next)) sortKeysOf(next)
    for (const child of Object.values(next)) if (typeof child === 'object' && child !== null) pending.push(child)
  }
  return value
}

function sortKeysOf(map: JSONObject): void {
  const entries = Object.entries(map).sort(([a], [b]) => compareStrings(a, b))
  for (const [key] of entries) delete map[key]
  for (const [key, value] of entries) setOwn(map, key, value)
}
