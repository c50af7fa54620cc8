import type { JSONValue, ScalarKind } from '../../../descriptor/types.js'
import { DeferredText } from '../../../internal/deferred-property.js'
import { maxInt64, maxUint64, minInt64 } from '../../../internal/int64.js'
import { rawText } from '../../../json/raw-text.js'
import { decodeBase64 } from '../../../scalar/base64.js'
import { parseDuration } from '../../../scalar/duration.js'
import { intOrStringFromJSON } from '../../../scalar/int-or-string.js'
import { microTimeToProto } from '../../../scalar/micro-time.js'
import { type ProtoTimestamp, timeToProto } from '../../../scalar/time.js'
import { canonicalQuantity } from '../quantity-text.js'
import { isRemembered } from '../raw-json.js'
import { ProtobufError } from './protobuf-error.js'
import { parseSeconds } from './timestamp.js'
import type { WireWriter } from './wire-writer.js'
import { writeFields } from './write-fields.js'

const ranges: Readonly<Record<string, readonly [low: bigint, high: bigint]>> = {
  int32: [-2147483648n, 2147483647n],
  int64: [minInt64, maxInt64],
  uint32: [0n, 4294967295n],
  uint64: [0n, maxUint64],
}

/**
 * Writes the value of a scalar field without its tag; `null` is the zero value.
 *
 * @throws ProtobufError, ScalarError or QuantityError for a value that the type does not have.
 */
export function writeScalar(writer: WireWriter, kind: ScalarKind, value: JSONValue): void {
  switch (kind) {
    case 'string':
      writer.string(value === null ? '' : text(value))
      return
    case 'bool':
      writer.byte(value === null || boolean(value) === false ? 0 : 1)
      return
    case 'int32':
    case 'int64':
    case 'uint32':
    case 'uint64':
      writer.integer(value === null ? 0 : integer(value, kind))
      return
    case 'float':
      writer.float(number(value))
      return
    case 'double':
      writer.double(number(value))
      return
    case 'bytes': {
      const bytes = value === null ? [] : decodeBase64(text(value))
      writer.bytes(bytes)
      writer.varint(bytes.length)
      return
    }
    default:
      writeMessage(writer, kind, value)
  }
}

/** Writes a scalar that protobuf has as a small message, and its length. */
function writeMessage(writer: WireWriter, kind: ScalarKind, value: JSONValue): void {
  const before = writer.length
  switch (kind) {
    case 'time':
      timestamp(writer, typeof value === 'string' ? parseSeconds(value) : undefined, () => timeToProto(value))
      break
    case 'microTime':
      timestamp(writer, undefined, () => microTimeToProto(value))
      break
    case 'duration':
      writer.integer(value === null ? 0 : BigInt(parseDuration(text(value))))
      writer.byte(0x08)
      break
    case 'quantity':
      writer.string(canonicalQuantity(value))
      writer.byte(0x0a)
      break
    case 'intOrString':
      intOrString(writer, intOrStringFromJSON(value))
      break
    case 'fieldsV1':
      fields(writer, value)
      break
    case 'rawExtension':
    case 'json':
      json(writer, value)
      break
    default:
      throw new ProtobufError('ProtobufEncode', `${kind} has no protobuf form`)
  }
  writer.varint(writer.length - before)
}

const zeroSeconds = -62_135_596_800

function timestamp(writer: WireWriter, quick: number | undefined, parse: () => ProtoTimestamp | undefined): void {
  const moment = quick === undefined ? parse() : { seconds: quick, nanos: 0 }
  if (moment === undefined || (moment.seconds === zeroSeconds && moment.nanos === 0)) return
  writer.integer(moment.nanos)
  writer.byte(0x10)
  writer.integer(moment.seconds)
  writer.byte(0x08)
}

function intOrString(writer: WireWriter, value: number | string): void {
  const isText = typeof value === 'string'
  writer.string(isText ? value : '')
  writer.byte(0x1a)
  writer.integer(isText ? 0 : value)
  writer.byte(0x10)
  writer.byte(isText ? 1 : 0)
  writer.byte(0x08)
}

/** Writes JSON text into the only field of a message. */
function json(writer: WireWriter, value: JSONValue): void {
  if (value === null) return
  writer.string(rawText(value))
  writer.byte(0x0a)
}

function fields(writer: WireWriter, value: JSONValue): void {
  if (value instanceof DeferredText) {
    writer.string(value.text)
    writer.byte(0x0a)
    return
  }
  const before = writer.length
  if (isRemembered(value) || !writeFields(writer, value)) {
    json(writer, value)
    return
  }
  writer.varint(writer.length - before)
  writer.byte(0x0a)
}

function text(value: JSONValue): string {
  if (typeof value === 'string') return value
  throw mismatch(value, 'string')
}

function boolean(value: JSONValue): boolean {
  if (typeof value === 'boolean') return value
  throw mismatch(value, 'bool')
}

function number(value: JSONValue): number {
  if (value === null) return 0
  if (typeof value === 'number') return value
  if (typeof value === 'bigint') return Number(value)
  throw mismatch(value, 'float64')
}

function integer(value: JSONValue, kind: string): number | bigint {
  if (typeof value === 'number' && (value | 0) === value && value >= 0) return value
  if (typeof value !== 'bigint' && !(typeof value === 'number' && Number.isSafeInteger(value))) {
    throw mismatch(value, kind)
  }
  const [low, high] = ranges[kind] as readonly [bigint, bigint]
  if (BigInt(value) < low || BigInt(value) > high) throw mismatch(value, kind)
  return value
}

/** The error for a value of another type, in the wording of Go's JSON decoder. */
export function mismatch(value: unknown, wanted: string): ProtobufError {
  const shown = typeof value === 'number' || typeof value === 'bigint' ? `number ${value}` : describe(value)
  return new ProtobufError('ProtobufEncode', `cannot marshal ${shown} into field of type ${wanted}`)
}

function describe(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'boolean' ? 'bool' : typeof value
}
