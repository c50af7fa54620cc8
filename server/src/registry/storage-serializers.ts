import type { RecognizingDecoder, Serializer } from 'apimachinery/runtime'
import type { SerializerInfo } from 'apimachinery/runtime/serializer'

/** The formats that objects are stored in, in the order of Kubernetes' messages. */
export const storageMediaTypes = [
  'application/json',
  'application/vnd.kubernetes.protobuf',
  'application/yaml',
] as const
export type StorageMediaType = (typeof storageMediaTypes)[number]

/** The format of `--storage-media-type` where nothing is said. */
export const defaultStorageMediaType: StorageMediaType = 'application/vnd.kubernetes.protobuf'

/** How values are written and read. */
export interface StorageSerializers {
  /** Writes values, and reads those that it recognizes. */
  readonly serializer: Serializer
  /** Of other formats that values may have been stored in. */
  readonly readers?: readonly Serializer[] | undefined
}

/** Writes one format and reads all: it may have been another one when an object was stored. */
export function storageSerializers(infos: readonly SerializerInfo[], mediaType: StorageMediaType): StorageSerializers {
  const inFormat = (wanted: string) => infos.flatMap((info) => (info.mediaType === wanted ? [info.serializer] : []))
  const others = storageMediaTypes.filter((other) => other !== mediaType)
  return { serializer: inFormat(mediaType)[0]!, readers: others.flatMap(inFormat) }
}

/** The serializer for a value, recognized by its first bytes; otherwise the default one. */
export function serializerOf(data: Uint8Array, { serializer, readers = [] }: StorageSerializers): Serializer {
  if (readers.length === 0 || recognizes(serializer, data)) return serializer
  return readers.find((reader) => recognizes(reader, data)) ?? serializer
}

function recognizes(serializer: Serializer, data: Uint8Array): boolean {
  const { recognizesData }: Partial<RecognizingDecoder> = serializer
  if (recognizesData === undefined) return false
  const { ok, unknown } = recognizesData.call(serializer, data)
  // YAML has no mark of its own: what is stored begins with a key.
  return ok || (unknown && /^[A-Za-z]+:/.test(Buffer.from(data.subarray(0, 32)).toString('latin1')))
}
