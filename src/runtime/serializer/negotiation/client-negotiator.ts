import type { Decoder, Encoder, GroupVersioner, Serializer } from '../../interfaces.js'
import {
  type Framer,
  type NegotiatedSerializer,
  type SerializerInfo,
  serializerInfoForMediaType,
} from '../serializer-info.js'
import { NegotiateError } from './negotiation-error.js'

/** How a stream of objects is read: the frames, the envelope of each, and the object in it. */
export interface StreamDecoder {
  readonly decoder: Decoder
  readonly serializer: Serializer
  readonly framer: Framer
}

/** Finds what a client needs to write a body and to read an answer, by content type. */
export class ClientNegotiator {
  readonly #serializer: NegotiatedSerializer
  readonly #encode: GroupVersioner
  readonly #decode: GroupVersioner

  /** Objects are encoded in `encode`, and decoded to `decode` if that is another version. */
  constructor(serializer: NegotiatedSerializer, encode: GroupVersioner, decode: GroupVersioner = encode) {
    this.#serializer = serializer
    this.#encode = encode
    this.#decode = decode
  }

  /**
   * The encoder for a body of this content type.
   *
   * @throws {@link NegotiateError}
   */
  encoder(contentType: string): Encoder {
    return this.#serializer.encoderForVersion(this.#info(contentType, false).serializer, this.#encode)
  }

  /**
   * The decoder for an answer of this content type.
   *
   * @throws {@link NegotiateError}
   */
  decoder(contentType: string): Decoder {
    return this.#serializer.decoderToVersion(this.#info(contentType, false).serializer, this.#decode)
  }

  /**
   * The serializer that decodes a stream of this content type.
   *
   * @throws {@link NegotiateError}
   */
  streamDecoder(contentType: string): StreamDecoder {
    const { mediaType, serializer, streamSerializer } = this.#info(contentType, true)
    if (streamSerializer === undefined) throw new NegotiateError(mediaType, { stream: true })
    const decoder = this.#serializer.decoderToVersion(serializer, this.#decode)
    return { decoder, serializer: streamSerializer.serializer, framer: streamSerializer.framer }
  }

  #info(contentType: string, stream: boolean): SerializerInfo {
    const infos = this.#serializer.supportedMediaTypes()
    const info = serializerInfoForMediaType(infos, contentType) ?? (contentType === '' ? infos[0] : undefined)
    if (info === undefined) throw new NegotiateError(contentType, { stream })
    return info
  }
}
