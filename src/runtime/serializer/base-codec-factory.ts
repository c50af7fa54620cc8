import type { GroupVersion } from '../../schema/group-version.js'
import { GroupVersions } from '../../schema/group-versions.js'
import { contentTypeJSON } from '../content-type.js'
import type { Decoder, Encoder, GroupVersioner, Serializer } from '../interfaces.js'
import { disabledGroupVersioner, internalGroupVersioner } from '../scheme/group-versioners.js'
import type { Scheme } from '../scheme/scheme.js'
import type { NegotiatedSerializer, SerializerInfo } from './serializer-info.js'
import { VersioningCodec } from './versioning-codec.js'
import { WithVersionEncoder } from './with-version-encoder.js'

/** Input of {@link BaseCodecFactory.codecForVersions}. */
export interface CodecParts {
  readonly encoder?: Encoder | undefined
  readonly decoder?: Decoder | undefined
  /** Version to convert to before encoding; without it nothing can be encoded. */
  readonly encode?: GroupVersioner | undefined
  /** Version to convert to after decoding; the internal version without it. */
  readonly decode?: GroupVersioner | undefined
}

/** Common operations of codec factories: decode, encode, and convert in between. */
export class BaseCodecFactory implements NegotiatedSerializer {
  readonly scheme: Scheme
  readonly #infos: readonly SerializerInfo[]
  readonly #universal: Decoder
  readonly #legacy: Serializer

  /** `universal` reads all the formats in `infos`, by content. */
  constructor(scheme: Scheme, infos: readonly [SerializerInfo, ...SerializerInfo[]], universal: Decoder) {
    this.scheme = scheme
    this.#infos = infos.filter(
      (info, index) => infos.findIndex((other) => other.mediaType === info.mediaType) === index,
    )
    this.#legacy = (infos.find((info) => info.mediaType === contentTypeJSON) ?? infos[0]).serializer
    this.#universal = universal
  }

  /** The formats, one for each media type. */
  supportedMediaTypes(): readonly SerializerInfo[] {
    return this.#infos
  }

  /**
   * Decodes any registered kind in any of the formats, recognized by content. Neither defaults nor converts: an object that
   * is not of the class `into` is rejected with a MachineryError `KindMismatch`.
   */
  universalDeserializer(): Decoder {
    return this.#universal
  }

  /**
   * Reads as {@link BaseCodecFactory.universalDeserializer}, fills defaults and converts to the first fitting one of
   * `versions`; to the internal version when none is given.
   */
  universalDecoder(...versions: GroupVersion[]): Decoder {
    const decode = versions.length === 0 ? internalGroupVersioner : new GroupVersions(versions)
    return this.codecForVersions({ decoder: this.#universal, decode })
  }

  /** Reads with `decoder`, fills defaults and converts to `version`. */
  decoderToVersion(decoder: Decoder, version: GroupVersioner): Decoder {
    return this.codecForVersions({ decoder, decode: version })
  }

  /** Converts to `version` and writes with `encoder`. */
  encoderForVersion(encoder: Encoder, version: GroupVersioner): Encoder {
    return this.codecForVersions({ encoder, encode: version })
  }

  /** A codec that converts to one version before encoding and to another after decoding. */
  codecForVersions(parts: CodecParts): Serializer {
    return new VersioningCodec({
      scheme: this.scheme,
      encoder: parts.encoder,
      decoder: parts.decoder,
      encodeVersion: parts.encode ?? disabledGroupVersioner,
      decodeVersion: parts.decode ?? internalGroupVersioner,
    })
  }

  /**
   * Writes JSON in one of `versions`, reads every format into the internal version. For programs that come from Go:
   * negotiate a serializer and call {@link BaseCodecFactory.codecForVersions} instead.
   */
  legacyCodec(...versions: GroupVersion[]): Serializer {
    return this.codecForVersions({
      encoder: this.#legacy,
      decoder: this.#universal,
      encode: new GroupVersions(versions),
    })
  }

  /**
   * The same formats, without conversion: encoders only set `apiVersion` and `kind`, decoders return the object as it was
   * encoded.
   */
  withoutConversion(): NegotiatedSerializer {
    return {
      supportedMediaTypes: () => this.#infos,
      encoderForVersion: (encoder, version) => new WithVersionEncoder({ encoder, version, typer: this.scheme }),
      decoderToVersion: (decoder) => decoder,
    }
  }
}
