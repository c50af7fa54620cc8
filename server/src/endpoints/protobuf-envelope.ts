import { WireReader, written } from 'apimachinery/runtime/serializer/protobuf'

/** An object in the envelope of `application/vnd.kubernetes.protobuf`: the message, and the bytes around it. */
export interface Envelope {
  /** Up to and with the tag of the message, without its length. */
  readonly before: Uint8Array
  readonly raw: Uint8Array
  readonly after: Uint8Array
}

/** `k8s` and a zero byte, and the tag of the type. */
const typeStart = 5
/** Field 2 of a message, with a length: the message in its envelope, an item in its list. */
const secondField = 0x12

/** Opens an envelope that an encoder of this library has made: type, message, encoding, in this order. */
export function envelopeOf(bytes: Uint8Array): Envelope {
  const reader = new WireReader(bytes)
  reader.pos = typeStart
  reader.pos = reader.stop() + 1
  const before = bytes.subarray(0, reader.pos)
  const end = reader.stop()
  return { before, raw: bytes.subarray(reader.pos, end), after: bytes.subarray(end) }
}

/** Tag and length of an item in a list. */
export function itemField(message: Uint8Array): Uint8Array {
  return written((writer) => {
    writer.varint(message.length)
    writer.byte(secondField)
  })
}

/** A length as protobuf writes it. */
export function lengthPrefix(length: number): Uint8Array {
  return written((writer) => writer.varint(length))
}
