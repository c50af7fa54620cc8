import type { RecognizingDecoder, Serializer } from 'apimachinery/runtime'

/** How values are written and read. */
export interface StorageSerializers {
  /** Writes values, and reads those that it recognizes. */
  readonly serializer: Serializer
  /** Of other formats that values may have been stored in. */
  readonly readers?: readonly Serializer[]
}

/** The serializer for a value, recognized by its first bytes; otherwise the default one. */
export function serializerOf(data: Uint8Array, { serializer, readers = [] }: StorageSerializers): Serializer {
  if (readers.length === 0 || recognizes(serializer, data)) return serializer
  return readers.find((reader) => recognizes(reader, data)) ?? serializer
}

function recognizes(serializer: Serializer, data: Uint8Array): boolean {
  const { recognizesData } = serializer as Partial<RecognizingDecoder>
  if (recognizesData === undefined) return false
  const { ok, unknown } = recognizesData.call(serializer, data)
  // YAML has no mark of its own: what is stored begins with a key.
  return ok || (unknown && /^[A-Za-z]+:/.test(Buffer.from(data.subarray(0, 32)).toString('latin1')))
}
