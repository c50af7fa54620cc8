import type { JSONValue, ScalarKind } from '../../../descriptor/types.js'
import { encodeBase64 } from '../../../internal/base64.js'
import { parseJSON } from '../../../json/parse-json.js'
import { formatDuration } from '../../../scalar/duration.js'
import { microTimeFromProto } from '../../../scalar/micro-time.js'
import { canonicalQuantityText } from '../quantity-text.js'
import { readRawJSON } from '../raw-json.js'
import { type FieldPlan, Reading } from './struct-plan.js'
import { timeText } from './timestamp.js'
import type { WireReader } from './wire-reader.js'

/** Settings for reading a scalar. */
export interface ScalarContext {
  readonly wire: WireReader
  /** Reads integers outside ±(2^53−1) as `bigint`. */
  readonly bigint: boolean
  readonly readEmbedded: ((bytes: Uint8Array) => JSONValue | undefined) | undefined
}

/**
 * Reads the value of a scalar field.
 *
 * @param held - the value of the same field read before, with which a message merges.
 */
export function readScalar(context: ScalarContext, field: FieldPlan, held: JSONValue | undefined): JSONValue {
  const { wire } = context
  switch (field.reading) {
    case Reading.bool:
      return wire.bool()
    case Reading.int32:
      return wire.varint32()
    case Reading.int64:
      return integer(context, wire.int64())
    case Reading.string:
      return wire.string()
    case Reading.time:
      return message(context, 'time', held)
    default:
      return rareScalar(context, field.kind as ScalarKind, held)
  }
}

function rareScalar(context: ScalarContext, kind: ScalarKind, held: JSONValue | undefined): JSONValue {
  const { wire } = context
  switch (kind) {
    case 'uint32':
      return wire.varint32() >>> 0
    case 'uint64':
      return integer(context, wire.uint64())
    case 'bytes':
      return encodeBase64(delimited(wire))
    case 'float':
      return finite(wire, wire.float())
    case 'double':
      return finite(wire, wire.double())
    default:
      return message(context, kind, held)
  }
}

function integer({ bigint, wire }: ScalarContext, value: number | bigint): number | bigint {
  if (typeof value === 'number' || bigint) return value
  throw wire.fail(`integer ${value} is not a safe integer`)
}

function finite(wire: WireReader, value: number): number {
  if (Number.isFinite(value)) return value
  throw wire.fail(`json: unsupported value: ${value}`)
}

function delimited(wire: WireReader): Uint8Array {
  const stop = wire.stop()
  const start = wire.pos
  wire.pos = stop
  return wire.bytes.subarray(start, stop)
}

/** Reads the scalars that protobuf writes as small messages. */
function message(context: ScalarContext, kind: ScalarKind, held: JSONValue | undefined): JSONValue {
  const { wire } = context
  const outer = wire.end
  wire.end = wire.stop()
  const value = messageBody(context, kind, held)
  if (wire.pos > wire.end) throw wire.eof()
  wire.end = outer
  return value
}

function messageBody(context: ScalarContext, kind: ScalarKind, held: JSONValue | undefined): JSONValue {
  switch (kind) {
    case 'time':
      return time(context.wire, false)
    case 'microTime':
      return time(context.wire, true)
    case 'duration':
      return duration(context.wire, held)
    case 'quantity':
      return quantity(context.wire, held)
    case 'intOrString':
      return intOrString(context.wire, held)
    case 'rawExtension':
    case 'fieldsV1':
    case 'json':
      return json(context, kind, held)
    default:
      throw context.wire.fail(`${kind} has no protobuf form`)
  }
}

/** A message of a few scalar fields: its name and the wire type of each field by number. */
interface Shape {
  readonly name: string
  readonly wireTypes: readonly number[]
}

const timestamp: Shape = { name: 'Timestamp', wireTypes: [-1, 0, 0] }
const durationShape: Shape = { name: 'Duration', wireTypes: [-1, 0] }
const quantityShape: Shape = { name: 'Quantity', wireTypes: [-1, 2] }
const intOrStringShape: Shape = { name: 'IntOrString', wireTypes: [-1, 0, 0, 2] }
const rawShape: Shape = { name: 'RawExtension', wireTypes: [-1, 2] }

/** Advances to the next field of the shape and returns its number; 0 at the end of the message. */
function nextField(wire: WireReader, shape: Shape): number {
  while (wire.pos < wire.end) {
    const tag = wire.tag()
    const number = Math.floor(tag / 8)
    const wireType = tag & 7
    const expected = shape.wireTypes[number]
    if (expected === wireType) return number
    if (wireType === 4) throw wire.fail(`proto: ${shape.name}: wiretype end group for non-group`)
    if (number <= 0) throw wire.fail(`proto: ${shape.name}: illegal tag ${number} (wire type ${tag})`)
    if (expected !== undefined) throw wire.fail(`proto: wrong wireType = ${wireType} for field ${number}`)
    wire.skip(wireType)
  }
  return 0
}

function time(wire: WireReader, micro: boolean): string | null {
  if (wire.pos === wire.end) return null
  let seconds: number | bigint = 0
  let nanos = 0
  for (let number = nextField(wire, timestamp); number !== 0; number = nextField(wire, timestamp)) {
    if (number === 1) seconds = wire.int64()
    else nanos = wire.varint32()
  }
  return micro ? microTimeFromProto(seconds, nanos) : timeText(seconds)
}

function duration(wire: WireReader, held: JSONValue | undefined): string {
  let value: number | bigint | undefined
  while (nextField(wire, durationShape) !== 0) value = wire.int64()
  if (value === undefined) return typeof held === 'string' ? held : '0s'
  return formatDuration(value)
}

function quantity(wire: WireReader, held: JSONValue | undefined): string {
  let text: string | undefined
  while (nextField(wire, quantityShape) !== 0) text = canonicalQuantityText(wire.string())
  return text ?? (typeof held === 'string' ? held : '0')
}

function intOrString(wire: WireReader, held: JSONValue | undefined): number | string {
  let type = typeof held === 'string' ? 1 : 0
  let number = typeof held === 'number' ? held : 0
  let text = typeof held === 'string' ? held : ''
  for (let field = nextField(wire, intOrStringShape); field !== 0; field = nextField(wire, intOrStringShape)) {
    if (field === 1) type = Number(wire.int64())
    else if (field === 2) number = wire.varint32()
    else text = wire.string()
  }
  if (type === 0) return number
  if (type === 1) return text
  throw wire.fail('impossible IntOrString.Type')
}

/** Reads a message whose only field holds JSON text. */
function json(context: ScalarContext, kind: ScalarKind, held: JSONValue | undefined): JSONValue {
  const { wire } = context
  let start = -1
  let stop = -1
  while (nextField(wire, rawShape) !== 0) {
    stop = wire.stop()
    start = wire.pos
    wire.pos = stop
  }
  if (start < 0) return held ?? null
  // Empty text is neither a field set nor JSON: Go writes null for it.
  if (start === stop && kind !== 'rawExtension') return null
  const first = wire.bytes[start]
  if (first === 0x7b || first === 0x5b) return readRawJSON(wire.longText(start, stop))
  return embedded(context, wire.bytes.subarray(start, stop))
}

function embedded({ wire, readEmbedded }: ScalarContext, bytes: Uint8Array): JSONValue {
  const known = readEmbedded?.(bytes)
  if (known !== undefined) return known
  if (bytes.length === 0) throw wire.fail('unexpected end of JSON input')
  return parseJSON(bytes)
}
