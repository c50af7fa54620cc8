import type { IntegerRule } from '../../descriptor/read-scalar.js'
import type { Decoder, Encoder, GroupVersioner, KindRegistry, ReadingMode, Serializer } from '../interfaces.js'

/** Splits a stream of bytes into objects and joins objects into one. */
export interface Framer {
  /** Yields the bytes of one object at a time. */
  newFrameReader(stream: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  /** The bytes of one object as a frame of a stream. */
  frame(data: Uint8Array): Uint8Array
}

/** How a format writes one object after another. */
export interface StreamSerializerInfo {
  readonly encodesAsText: boolean
  readonly serializer: Serializer
  readonly framer: Framer
}

/** One wire format: its media type and its serializers. */
export interface SerializerInfo {
  /** `application/json`, without parameters. */
  readonly mediaType: string
  /** `application` */
  readonly mediaTypeType: string
  /** `json` */
  readonly mediaTypeSubType: string
  readonly encodesAsText: boolean
  readonly serializer: Serializer
  /** Writes for people to read. */
  readonly prettySerializer?: Serializer
  /** Rejects unknown and duplicate fields, if the format can detect them. */
  readonly strictSerializer?: Serializer
  readonly streamSerializer?: StreamSerializerInfo
}

/** How the serializers of a format are to be made. */
export interface FormatOptions {
  readonly mode: ReadingMode
  /** Include a serializer that writes for people. */
  readonly pretty: boolean
  /** How 64-bit fields outside ±(2^53−1) are read; default `error`. */
  readonly integers?: IntegerRule
}

/** Makes the serializers of one wire format. */
export type SerializerFormat = (registry: KindRegistry, options: FormatOptions) => SerializerInfo

/** Offers wire formats, and encoders and decoders for a version. A codec factory is one. */
export interface NegotiatedSerializer {
  /** The formats, one for each media type. */
  supportedMediaTypes(): readonly SerializerInfo[]
  /** An encoder that converts objects to a version first. */
  encoderForVersion(encoder: Encoder, version: GroupVersioner): Encoder
  /** A decoder that converts objects to a version afterwards. */
  decoderToVersion(decoder: Decoder, version: GroupVersioner): Decoder
}

/** The format with this media type (no parameters), else the one with an empty media type, else `undefined`. */
export function serializerInfoForMediaType(
  infos: readonly SerializerInfo[],
  mediaType: string,
): SerializerInfo | undefined {
  return infos.find((info) => info.mediaType === mediaType) ?? infos.find((info) => info.mediaType === '')
}
