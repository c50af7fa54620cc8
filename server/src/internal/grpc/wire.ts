import { WireReader, type WireWriter } from 'apimachinery/runtime/serializer/protobuf'

/** A message to be written: what is absent is not written. */
export type Init<T> = T extends Uint8Array | string | number | boolean
  ? T
  : T extends readonly (infer E)[]
    ? readonly Init<E>[]
    : { readonly [K in keyof T]?: Init<T[K]> | undefined }

/** A reader of a message. */
export function opened(bytes: Uint8Array): WireReader {
  return new WireReader(bytes)
}

/** Reads a message inside another one. */
export function nested<T>(reader: WireReader, read: (reader: WireReader) => T): T {
  const { end } = reader
  reader.end = reader.stop()
  const message = read(reader)
  reader.end = end
  return message
}

/** Reads bytes. They are copied unless they are most of what was received: a kept value must not keep all that came with it. */
export function readBytes(reader: WireReader): Uint8Array {
  const end = reader.stop()
  const { bytes, pos } = reader
  reader.pos = end
  const isMost = (end - pos) * 2 >= bytes.buffer.byteLength
  // A buffer of Node would be cut out of a pool, which it would keep.
  return isMost ? bytes.subarray(pos, end) : Uint8Array.prototype.slice.call(bytes, pos, end)
}

export function writeBytes(writer: WireWriter, bytes: Uint8Array): void {
  writer.bytes(bytes)
  writer.varint(bytes.length)
}

const nameTag = 0x0a
const valueTag = 0x12

/** Reads an entry of a map of text to bytes. */
export function readEntry(reader: WireReader, into: Record<string, Uint8Array>): void {
  nested(reader, () => {
    let name = ''
    let value: Uint8Array = new Uint8Array()
    while (reader.pos < reader.end) {
      const tag = reader.tag()
      if (tag === nameTag) name = reader.string()
      else if (tag === valueTag) value = readBytes(reader)
      else reader.skip(tag & 7)
    }
    Object.defineProperty(into, name, { value, enumerable: true, writable: true, configurable: true })
  })
}

/** Writes a map of text to bytes. */
export function writeEntries(
  writer: WireWriter,
  tag: number,
  entries: Readonly<Record<string, Uint8Array | undefined>> = {},
): void {
  for (const [name, value = new Uint8Array()] of Object.entries(entries).reverse()) {
    const before = writer.length
    writeBytes(writer, value)
    writer.varint(valueTag)
    writer.string(name)
    writer.varint(nameTag)
    writer.varint(writer.length - before)
    writer.varint(tag)
  }
}
