/** An object in the envelope of `application/vnd.kubernetes.protobuf`: the message, and the bytes around it. */
export interface Envelope {
  /** Up to and with the tag of the message, without its length. */
  readonly before: Uint8Array
  readonly raw: Uint8Array
  readonly after: Uint8Array
}

/** `k8s` and a zero byte. */
const magicLength = 4
/** Field 2 of a message, with a length: the message in its envelope, an item in its list. */
const secondField = 0x12

/** Opens an envelope that an encoder of this library has made: type, message, encoding, in this order. */
export function envelopeOf(bytes: Uint8Array): Envelope {
  const type = varint(bytes, magicLength + 1)
  const tag = type.end + type.value
  const length = varint(bytes, tag + 1)
  const end = length.end + length.value
  return { before: bytes.subarray(0, tag + 1), raw: bytes.subarray(length.end, end), after: bytes.subarray(end) }
}

/** Tag and length of an item in a list. */
export function itemField(message: Uint8Array): Uint8Array {
  return Uint8Array.of(secondField, ...lengthPrefix(message.length))
}

/** A length as protobuf writes it. */
export function lengthPrefix(length: number): Uint8Array {
  const bytes: number[] = []
  let rest = length
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80)
  bytes.push(rest)
  return Uint8Array.from(bytes)
}

function varint(bytes: Uint8Array, start: number): { readonly value: number; readonly end: number } {
  let value = 0
  let scale = 1
  let pos = start
  for (;;) {
    const byte = bytes[pos++] as number
    value += (byte & 0x7f) * scale
    if (byte < 0x80) return { value, end: pos }
    scale *= 0x80
  }
}
