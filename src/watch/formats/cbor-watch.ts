import { concatBytes } from '../../internal/bytes.js'
import { CBORReader, Item } from '../../runtime/serializer/cbor/cbor-reader.js'
import { cborSequenceFramer } from '../../runtime/serializer/cbor/cbor-sequence-framer.js'
import { encodeCBOR } from '../../runtime/serializer/cbor/encode.js'
import { skipSelfDescribed } from '../../runtime/serializer/cbor/read-any.js'
import { hasSelfDescribedTag, selfDescribedTag } from '../../runtime/serializer/cbor/self-described.js'
import type { EncodedEvent, WatchFormat } from '../watch-format.js'

const nullItem = 0xf6
/** A map of two entries. */
const mapOfTwo = 0xa2

/** Events in CBOR: maps one after another (`application/cbor-seq`). */
export const cborWatch: WatchFormat = {
  mediaType: 'application/cbor-seq',
  framer: cborSequenceFramer,
  readFrame,
  writeFrame: ({ type, object }) => {
    const parts = [item('type'), item(type), item('object'), objectItem(object)]
    return concatBytes([Uint8Array.from([...selfDescribedTag, mapOfTwo]), ...parts])
  },
}

/** The object keeps its bytes; as in Go it gets the tag that distinguishes CBOR from other formats. */
function readFrame(frame: Uint8Array): EncodedEvent {
  const reader = new CBORReader(frame)
  skipSelfDescribed(reader)
  if (reader.next() >> 5 !== Item.map) {
    throw reader.fail(`cbor: cannot unmarshal ${reader.nextName()} into Go value of type v1.WatchEvent`)
  }
  reader.head()
  const count = reader.enter()
  let type: string | undefined
  let object: Uint8Array | undefined
  for (let i = 0; !reader.done(i, count); i++) {
    const key = readText(reader)
    if (key === 'type' && type === undefined) type = readText(reader)
    else if (key === 'object' && object === undefined) object = readItem(reader)
    else if (key === 'type' || key === 'object')
      throw reader.fail(`cbor: found duplicate map key ${JSON.stringify(key)}`)
    else reader.skip()
  }
  reader.leave()
  reader.end()
  return { type: type ?? '', object: object ?? new Uint8Array() }
}

function readText(reader: CBORReader): string {
  const major = reader.next() >> 5
  if (major !== Item.bytes && major !== Item.text) {
    throw reader.fail(`cbor: cannot unmarshal ${reader.nextName()} into Go value of type string`)
  }
  reader.head()
  return reader.string()
}

function readItem(reader: CBORReader): Uint8Array {
  const start = reader.pos
  reader.skip()
  const bytes = reader.bytes.subarray(start, reader.pos)
  if (bytes[0] === nullItem) return new Uint8Array()
  return hasSelfDescribedTag(bytes) ? bytes : concatBytes([Uint8Array.from(selfDescribedTag), bytes])
}

/** A value as part of another one. */
function item(text: string): Uint8Array {
  return encodeCBOR(text).subarray(selfDescribedTag.length)
}

function objectItem(object: Uint8Array | string): Uint8Array {
  if (object.length === 0) return Uint8Array.of(nullItem)
  const bytes = typeof object === 'string' ? new TextEncoder().encode(object) : object
  new CBORReader(bytes).skip()
  return bytes
}
