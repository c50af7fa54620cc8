import { concatBytes, hasPrefix } from '../../internal/bytes.js'
import { encodeUtf8 } from '../../internal/utf8.js'
import { lengthDelimitedFramer } from '../../runtime/serializer/framing/framer.js'
import { WireReader } from '../../runtime/serializer/protobuf/wire-reader.js'
import { EventType } from '../event-type.js'
import type { EncodedEvent, WatchFormat } from '../watch-format.js'

/** Both fields of `WatchEvent`, and the one of `RawExtension`: number and wire type. */
const typeTag = 0x0a
const objectTag = 0x12
const rawTag = 0x0a

/** Events in protobuf: bare `meta/v1.WatchEvent` messages after their lengths, the objects in them in envelopes. */
export const protobufWatch: WatchFormat = {
  mediaType: 'application/vnd.kubernetes.protobuf;stream=watch',
  framer: lengthDelimitedFramer,
  readFrame: (frame) => readUsual(frame) ?? readAny(frame),
  writeFrame: ({ type, object }) => {
    const raw = typeof object === 'string' ? encodeUtf8(object) : object
    const extension = raw.length === 0 ? raw : lengthDelimited(rawTag, raw)
    return concatBytes([lengthDelimited(typeTag, encodeUtf8(type)), lengthDelimited(objectTag, extension)])
  },
}

/** The bytes before an object of each type, up to the tag of the object. */
const starts: ReadonlyMap<number, { readonly type: EventType; readonly bytes: Uint8Array }> = /* @__PURE__ */ new Map(
  Object.values(EventType).map((type) => {
    const text = encodeUtf8(type)
    return [type.charCodeAt(0), { type, bytes: Uint8Array.of(typeTag, text.length, ...text, objectTag) }]
  }),
)

/** The event of a frame as API servers write it: its type, then its object, nothing else; `undefined` for any other. */
function readUsual(frame: Uint8Array): EncodedEvent | undefined {
  const start = starts.get(frame[2]!)
  if (start === undefined || !hasPrefix(frame, start.bytes)) return undefined
  const extension = afterLength(frame, start.bytes.length)
  if (extension < 0 || frame[extension] !== rawTag) return undefined
  const object = afterLength(frame, extension + 1)
  return object < 0 ? undefined : { type: start.type, object: frame.subarray(object) }
}

/** Where the value after a length begins, if it reaches to the end of the frame, else −1. */
function afterLength(frame: Uint8Array, at: number): number {
  let length = 0
  for (let shift = 0, i = at; shift < 28 && i < frame.length; shift += 7) {
    const byte = frame[i++]!
    length |= (byte & 127) << shift
    if (byte < 128) return i + length === frame.length ? i : -1
  }
  return -1
}

function readAny(frame: Uint8Array): EncodedEvent {
  let type = ''
  let object: Uint8Array = new Uint8Array()
  eachField(frame, (tag, wire) => {
    if (tag === typeTag) type = wire.string()
    else if (tag === objectTag) object = readRaw(content(wire))
    else skip(wire, tag)
  })
  return { type, object }
}

function readRaw(bytes: Uint8Array): Uint8Array {
  let raw: Uint8Array = new Uint8Array()
  eachField(bytes, (tag, wire) => {
    if (tag === rawTag) raw = content(wire)
    else skip(wire, tag)
  })
  return raw
}

/** @throws ProtobufError for bytes that are not a message. */
function eachField(bytes: Uint8Array, read: (tag: number, wire: WireReader) => void): void {
  const wire = new WireReader(bytes)
  while (wire.pos < wire.end) read(wire.tag(), wire)
  if (wire.pos > wire.end) throw wire.eof()
}

function content(wire: WireReader): Uint8Array {
  const stop = wire.stop()
  const start = wire.pos
  wire.pos = stop
  return wire.bytes.subarray(start, stop)
}

function skip(wire: WireReader, tag: number): void {
  const number = Math.floor(tag / 8)
  if (number <= 0) throw wire.fail(`proto: WatchEvent: illegal tag ${number} (wire type ${tag & 7})`)
  if (number <= 2) throw wire.fail(`proto: wrong wireType = ${tag & 7} for field ${number}`)
  wire.skip(tag & 7)
}

function lengthDelimited(tag: number, data: Uint8Array): Uint8Array {
  const head = [tag]
  let rest = data.length
  for (; rest > 127; rest = Math.floor(rest / 128)) head.push((rest % 128) | 128)
  return concatBytes([Uint8Array.from([...head, rest]), data])
}
