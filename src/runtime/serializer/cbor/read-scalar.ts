import { goTypeName } from '../../../descriptor/go-type-name.js'
import type { JSONValue } from '../../../descriptor/types.js'
import { encodeBase64, tryDecodeBase64 } from '../../../internal/base64.js'
import { isJSONObject } from '../../../json/json-value.js'
import { marshalledRaw } from '../../../json/raw-text.js'
import { canonicalDuration } from '../../../scalar/duration.js'
import { canonicalMicroTime } from '../../../scalar/micro-time.js'
import { canonicalTime } from '../../../scalar/time.js'
import { canonicalQuantity } from '../quantity-text.js'
import { zeroValue } from '../zero-value.js'
import { CBORTypeError, transcodeError } from './cbor-error.js'
import { type CBORReader, Item } from './cbor-reader.js'
import { integer, type LaterEncoding, nextLater, readText, simple, typeMismatch } from './read-any.js'
import { readRaw, readUntyped } from './read-untyped.js'
import type { TypePlan } from './struct-plan.js'

const ranges: Readonly<Record<string, readonly [low: number, high: number]>> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  uint32: [0, 2 ** 32 - 1],
}
const largestFloat32 = 3.4028234663852886e38

/**
 * Reads a data item into a scalar type. Null was handled before. Types with their own unmarshaler ignore tags around the
 * object: Go passes them their own bytes.
 */
export function readScalar(reader: CBORReader, plan: TypePlan, later: LaterEncoding): JSONValue {
  switch (plan.kind) {
    case 'string':
      return readText(reader, later, goTypeName(plan.type)) ?? ''
    case 'time':
      return canonicalTime(readText(reader) ?? '')
    case 'microTime':
      return canonicalMicroTime(readText(reader) ?? '')
    case 'quantity':
      return canonicalQuantity(readText(reader) ?? '')
    case 'duration':
      return canonicalDuration(readUntyped(reader))
    case 'intOrString':
      return intOrString(reader, plan)
    case 'any':
      return readUntyped(reader, later)
    case 'rawExtension':
      return rawJSON(transcoded(reader))
    case 'json':
      return rawJSON(readRaw(reader))
    case 'fieldsV1':
      return fields(reader)
    default:
      return plainScalar(reader, plan, later)
  }
}

function transcoded(reader: CBORReader): JSONValue {
  try {
    return readRaw(reader)
  } catch (error) {
    throw transcodeError(error, reader.pos)
  }
}

/** Go holds JSON text made by its encoder, which protobuf then carries with all escapes. */
function rawJSON(value: JSONValue): JSONValue {
  return isJSONObject(value) ? marshalledRaw(value) : value
}

/** Go reads null into the string first, so that it is an empty one. */
function intOrString(reader: CBORReader, plan: TypePlan): JSONValue {
  const start = reader.pos
  try {
    return readText(reader) ?? ''
  } catch (error) {
    if (!(error instanceof CBORTypeError)) throw error
    reader.pos = start
    return plainScalar(reader, plan, 0)
  }
}

function fields(reader: CBORReader): JSONValue {
  const name = reader.nextName()
  const value = readRaw(reader)
  if (typeof value === 'object' && !Array.isArray(value)) return value
  throw new CBORTypeError({ item: name, wanted: 'v1.FieldsV1' }, reader.pos)
}

function plainScalar(reader: CBORReader, plan: TypePlan, later: LaterEncoding): JSONValue {
  const name = reader.nextName()
  reader.head()
  switch (reader.major) {
    case Item.tag:
      return plainScalar(reader, plan, nextLater(reader, later))
    case Item.positive:
    case Item.negative:
      return number(reader, plan)
    case Item.bytes:
      if (plan.kind === 'bytes') return bytes(reader, later)
      break
    case Item.array:
      if (plan.kind === 'bytes') return byteList(reader)
      break
    case Item.simple:
      return primitive(reader, plan)
  }
  throw typeMismatch(reader, { item: name, wanted: wantedName(plan) })
}

function wantedName(plan: TypePlan): string {
  return plan.kind === 'intOrString' ? 'int32' : goTypeName(plan.type)
}

function number(reader: CBORReader, plan: TypePlan): JSONValue {
  const item = reader.major === Item.positive ? 'positive integer' : 'negative integer'
  const kind = plan.kind === 'intOrString' ? 'int32' : plan.kind
  const wanted = wantedName(plan)
  if (kind === 'uint64' && reader.major === Item.positive) return reader.big ?? reader.argument
  if (kind === 'float' || kind === 'double') return Number(integer(reader, wanted))
  const range = ranges[kind]
  if (range === undefined && kind !== 'int64') throw typeMismatch(reader, { item, wanted })
  const value = integer(reader, wanted, true)
  if (range !== undefined && (value < range[0] || value > range[1])) {
    throw new CBORTypeError({ item, wanted, reason: `${value} overflows ${wanted}` }, reader.pos)
  }
  return value
}

function primitive(reader: CBORReader, plan: TypePlan): JSONValue {
  const isFloat = reader.info > 24
  const value = simple(reader)
  if (value === null) return zeroValue(plan.type)
  if (isFloat) {
    if (plan.kind === 'double') return value
    if (plan.kind === 'float' && Math.abs(value as number) <= largestFloat32) return Math.fround(value as number)
  } else if (plan.kind === 'bool') {
    return value
  }
  throw new CBORTypeError({ item: 'primitives', wanted: wantedName(plan) }, reader.pos)
}

/** Bytes are base64 text, as in JSON, unless a tag defines another encoding. */
function bytes(reader: CBORReader, later: LaterEncoding): string {
  const content = reader.byteString()
  if (later !== 0) return encodeBase64(content)
  const decoded = tryDecodeBase64(latin1(content))
  if (typeof decoded !== 'number') return encodeBase64(decoded)
  throw reader.fail(`cbor: failed to decode base64 from byte string: illegal base64 data at input byte ${decoded}`)
}

function byteList(reader: CBORReader): string {
  const count = reader.enter()
  const list: number[] = []
  while (!reader.done(list.length, count)) {
    const name = reader.nextName()
    reader.head()
    if (reader.major !== Item.positive || reader.argument > 255) {
      throw new CBORTypeError({ item: name, wanted: 'uint8' }, reader.pos)
    }
    list.push(reader.argument)
  }
  reader.leave()
  return encodeBase64(Uint8Array.from(list))
}

function latin1(content: Uint8Array): string {
  let text = ''
  for (const byte of content) text += String.fromCharCode(byte)
  return text
}
