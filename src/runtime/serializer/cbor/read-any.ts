import type { JSONObject, JSONValue } from '../../../descriptor/types.js'
import { messageOf } from '../../../errors/message-of.js'
import { encodeBase64 } from '../../../internal/base64.js'
import { maxInt64 } from '../../../internal/int64.js'
import { setOwn } from '../../../json/json-value.js'
import { formatSeconds } from '../../../scalar/calendar.js'
import { parseTime } from '../../../scalar/time.js'
import { CBORTypeError, withStep } from './cbor-error.js'
import { type CBORReader, Item } from './cbor-reader.js'

/** Tags 21 to 23 define how bytes inside them are written as text. 0: no such tag. */
export type LaterEncoding = 0 | 21 | 22 | 23

const selfDescribed = 55_799

/** Reads a data item as Go reads one into `interface{}`: JSON, bytes as text, times as RFC 3339 text. */
export function readAny(reader: CBORReader, later: LaterEncoding = 0): JSONValue {
  reader.head()
  switch (reader.major) {
    // Most items are strings, which Kubernetes writes as bytes: they take the shortest way.
    case Item.bytes:
      return later === 0 ? reader.string() : readPlain(reader, later)
    case Item.array:
      return readList(reader, later)
    case Item.map:
      return readMap(reader, later)
    case Item.tag:
      return tagged(reader, later)
    default:
      return readPlain(reader, later)
  }
}

/** After the head of a data item that holds no others: its value. */
export function readPlain(reader: CBORReader, later: LaterEncoding): JSONValue {
  switch (reader.major) {
    case Item.positive:
    case Item.negative:
      return integer(reader)
    case Item.bytes:
      return later === 0 ? reader.string() : laterText(reader.byteString(), later)
    case Item.text:
      return reader.string()
    default:
      return simple(reader)
  }
}

/** After the head of an integer: its value, rejected beyond int64. Go's wording differs for fields (`typed`). */
export function integer(reader: CBORReader, wanted = 'int64', typed = false): number | bigint {
  const { big, argument, major } = reader
  if (big === undefined) return major === Item.positive ? argument : -1 - argument
  const value = major === Item.positive ? big : -1n - big
  if (big > maxInt64) {
    const item = major === Item.positive ? 'positive integer' : 'negative integer'
    const bounds = major === Item.positive && typed ? wanted : "Go's int64"
    throw new CBORTypeError({ item, wanted, reason: `${value} overflows ${bounds}` }, reader.pos)
  }
  return value
}

/** After the head of a primitive: its value. Floats are numbers as integers are. */
export function simple(reader: CBORReader): JSONValue {
  const { info, argument } = reader
  if (info > 24) return argument
  if (argument === 20 || argument === 21) return argument === 21
  if (argument === 22) return null
  throw reader.unacceptable('primitives', `simple value ${argument} is not recognized`)
}

function readList(reader: CBORReader, later: LaterEncoding): JSONValue[] {
  const count = reader.enter()
  const list: JSONValue[] = []
  try {
    for (; !reader.done(list.length, count); ) list.push(readAny(reader, later))
  } catch (error) {
    throw withStep(error, { step: `[${list.length}]` }, reader.pos)
  }
  reader.leave()
  return list
}

function readMap(reader: CBORReader, later: LaterEncoding): JSONObject {
  const count = reader.enter()
  const map: JSONObject = {}
  let key = ''
  // Keys in the order of deterministic CBOR cannot repeat, so the map need not be searched.
  let ascending = true
  for (let i = 0; !reader.done(i, count); i++) {
    const previous = key
    key = readKey(reader, { later, previous })
    ascending = ascending && (i === 0 || isBehind(key, previous))
    if (!ascending && Object.hasOwn(map, key)) throw duplicateKey(reader, key, i)
    try {
      setOwn(map, key, readAny(reader, later))
    } catch (error) {
      throw withStep(error, { step: `[${key}]` }, reader.pos)
    }
  }
  reader.leave()
  return map
}

/** Whether a key follows another one: longer, or of the same length and greater. Any strict order would do. */
export function isBehind(key: string, previous: string): boolean {
  return key.length > previous.length || (key.length === previous.length && key > previous)
}

/** Reports a key that a map has twice, at the index of its second entry. */
export function duplicateKey(reader: CBORReader, key: string, index: number): Error {
  return reader.fail(`cbor: found duplicate map key ${JSON.stringify(key)} at map element index ${index}`)
}

/** Reads a map key, which is text or bytes. Go reads null into the variable that still holds the key before. */
export function readKey(
  reader: CBORReader,
  { later, previous }: { readonly later: LaterEncoding; readonly previous: string },
): string {
  return readText(reader, later) ?? previous
}

/** Reads a data item as Go reads one into a string; `undefined` for null. */
export function readText(reader: CBORReader, later: LaterEncoding = 0, wanted = 'string'): string | undefined {
  const byte = reader.next()
  if (byte === 0xf6) {
    reader.pos++
    return undefined
  }
  const at = reader.pos
  reader.head()
  if (reader.major === Item.bytes) return later === 0 ? reader.string() : laterText(reader.byteString(), later)
  if (reader.major === Item.text) return reader.string()
  if (reader.major === Item.tag) return readText(reader, nextLater(reader, later), wanted)
  if (reader.major === Item.simple) simple(reader)
  throw typeMismatch(reader, { item: reader.nameAt(at), wanted })
}

/**
 * After the head of a data item of an unexpected type. Go checks the item first: text must be UTF-8, and negative integers
 * beyond int64 have their own message.
 */
export function typeMismatch(reader: CBORReader, facts: CBORTypeError['facts']): CBORTypeError {
  if (reader.major === Item.text) reader.string()
  if (reader.major === Item.simple) simple(reader)
  if (facts.reason !== undefined || !isBelowInt64(reader)) return new CBORTypeError(facts, reader.pos)
  return new CBORTypeError({ ...facts, reason: `${-1n - reader.big!} overflows Go's int64` }, reader.pos)
}

function isBelowInt64({ major, big }: CBORReader): boolean {
  return major === Item.negative && big !== undefined && big > maxInt64
}

/** After the head of a tag: what it defines for the encoding of bytes inside it. Checks known tags. */
export function nextLater(reader: CBORReader, later: LaterEncoding): LaterEncoding {
  reader.refuseBignum()
  const tag = reader.argument
  checkTagged(reader, tag)
  return tag === 21 || tag === 22 || tag === 23 ? tag : later
}

function checkTagged(reader: CBORReader, tag: number): void {
  const next = reader.next()
  if (tag === 0 && next >> 5 !== Item.text) {
    throw reader.fail(`cbor: tag number 0 must be followed by text string, got ${reader.nextName()}`)
  }
  if (tag === 1 && next >> 5 > Item.negative && !(next >= 0xf9 && next <= 0xfb)) {
    const wanted = 'integer or floating-point number'
    throw reader.fail(`cbor: tag number 1 must be followed by ${wanted}, got ${reader.nextName()}`)
  }
}

function tagged(reader: CBORReader, later: LaterEncoding): JSONValue {
  const tag = reader.argument
  const inner = nextLater(reader, later)
  return tag < 2 ? readTime(reader, tag) : readAny(reader, inner)
}

/** After the head of a tag: 0 for a time in text, 1 for seconds since 1970. */
export function readTime(reader: CBORReader, tag: number): string {
  return tag === 0 ? textTime(reader) : epochTime(reader)
}

/** RFC 3339 text, trailing zeros of the fraction dropped as Go writes it. */
function textTime(reader: CBORReader): string {
  reader.head()
  const text = reader.string()
  const { nanos } = timeOf(reader, text)
  const zone = text.endsWith('Z') || text.endsWith('00:00') ? 'Z' : text.slice(-6)
  return `${text.slice(0, 19)}${fraction(nanos)}${zone}`
}

function timeOf(reader: CBORReader, text: string): { readonly nanos: number } {
  try {
    return parseTime(text)
  } catch (error) {
    throw reader.fail(`cbor: cannot set ${text} for time.Time: ${messageOf(error)}`)
  }
}

function epochTime(reader: CBORReader): string {
  reader.head()
  const value = reader.major === Item.simple ? reader.argument : Number(integer(reader, 'time.Time'))
  const whole = Math.trunc(value)
  const nanos = Math.trunc((value - whole) * 1e9)
  const seconds = nanos < 0 ? whole - 1 : whole
  if (!(seconds >= -62_167_219_200 && seconds < 253_402_300_800)) {
    throw reader.fail('cbor: decoded time cannot be represented in RFC3339 format with sub-second precision')
  }
  return `${formatSeconds(seconds)}${fraction(nanos < 0 ? nanos + 1e9 : nanos)}Z`
}

function fraction(nanos: number): string {
  return nanos === 0 ? '' : `.${String(nanos).padStart(9, '0').replace(/0+$/, '')}`
}

function laterText(bytes: Uint8Array, later: LaterEncoding): string {
  if (later === 23) return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const text = encodeBase64(bytes)
  return later === 22 ? text : text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Skips self-described tags, which have no further meaning. Reports whether there were any. */
export function skipSelfDescribed(reader: CBORReader): boolean {
  const begin = reader.pos
  while (reader.next() >> 5 === Item.tag) {
    const start = reader.pos
    reader.head()
    if (reader.argument === selfDescribed) continue
    reader.pos = start
    break
  }
  return reader.pos > begin
}
