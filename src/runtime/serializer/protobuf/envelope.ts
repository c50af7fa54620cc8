import { scalar, struct } from '../../../descriptor/build.js'
import type { StructDescriptor } from '../../../descriptor/types.js'
import { hasPrefix } from '../../../internal/bytes.js'
import { Unknown } from '../../objects/unknown.js'
import { fromBinary } from './decode.js'
import { envelopePrefix, rawTag, typeMetaTag } from './envelope-format.js'
import { ProtobufError } from './protobuf-error.js'
import { WireReader } from './wire-reader.js'
import { type WireWriter, written } from './wire-writer.js'

/** Go's `runtime.TypeMeta`, which has other numbers than that of `meta/v1`. */
const typeMeta: StructDescriptor = /* @__PURE__ */ struct('k8s.io.apimachinery.pkg.runtime.TypeMeta', () => [
  ['apiVersion', 1, scalar('string')],
  ['kind', 2, scalar('string')],
])

/** Reports whether bytes begin as an enveloped message does. */
export function hasEnvelope(data: Uint8Array): boolean {
  return hasPrefix(data, envelopePrefix)
}

/**
 * Opens the envelope: `k8s\0` and a `runtime.Unknown`. The content is not copied.
 *
 * @throws ProtobufError with Go's message for bytes that are not an envelope.
 */
export function readEnvelope(data: Uint8Array): Unknown {
  if (data.length === 0) throw new ProtobufError('ProtobufDecode', 'empty data', { offset: 0 })
  if (!hasEnvelope(data)) {
    const message = 'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]'
    throw new ProtobufError('ProtobufDecode', message, { offset: 0 })
  }
  if (data.length === envelopePrefix.length)
    throw new ProtobufError('ProtobufDecode', 'empty body', { offset: envelopePrefix.length })
  const wire = new WireReader(data)
  wire.pos = envelopePrefix.length
  return readFields(wire)
}

function readFields(wire: WireReader): Unknown {
  let meta: { apiVersion?: string; kind?: string } = { apiVersion: '', kind: '' }
  let raw = new Uint8Array()
  let contentEncoding = ''
  let contentType = ''
  while (wire.pos < wire.end) {
    const tag = wire.tag()
    if (tag === typeMetaTag) meta = fromBinary(typeMeta, content(wire), { target: meta })
    else if (tag === rawTag) raw = content(wire)
    else if (tag === 0x1a) contentEncoding = wire.string()
    else if (tag === 0x22) contentType = wire.string()
    else skip(wire, tag)
  }
  if (wire.pos > wire.end) throw wire.eof()
  return new Unknown({ ...meta, raw, contentEncoding, contentType })
}

function content(wire: WireReader): Uint8Array<ArrayBuffer> {
  const stop = wire.stop()
  const start = wire.pos
  wire.pos = stop
  return wire.bytes.subarray(start, stop) as Uint8Array<ArrayBuffer>
}

function skip(wire: WireReader, tag: number): void {
  const number = Math.floor(tag / 8)
  const wireType = tag & 7
  if (wireType === 4) throw wire.fail('proto: Unknown: wiretype end group for non-group')
  if (number <= 0) throw wire.fail(`proto: Unknown: illegal tag ${number} (wire type ${tag})`)
  if (number <= 4) throw wire.fail(`proto: wrong wireType = ${wireType} for field ${number}`)
  wire.skip(wireType)
}

/** Writes the envelope around its content. */
export function writeEnvelope(unknown: Unknown): Uint8Array {
  return writeEnveloped(unknown, (writer) => writer.bytes(unknown.raw))
}

/** Writes the envelope around what `writeRaw` writes; `raw` of the envelope is not looked at. */
export function writeEnveloped(envelope: Unknown, writeRaw: (writer: WireWriter) => void): Uint8Array {
  return written((writer) => {
    writer.string(envelope.contentType)
    writer.byte(0x22)
    writer.string(envelope.contentEncoding)
    writer.byte(0x1a)
    submessage(writer, rawTag, () => writeRaw(writer))
    submessage(writer, typeMetaTag, () => {
      writer.string(envelope.kind)
      writer.byte(0x12)
      writer.string(envelope.apiVersion)
      writer.byte(0x0a)
    })
    writer.bytes(envelopePrefix)
  })
}

function submessage(writer: WireWriter, tag: number, write: () => void): void {
  const before = writer.length
  write()
  writer.varint(writer.length - before)
  writer.byte(tag)
}
