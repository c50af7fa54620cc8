import { MachineryError } from '../../errors/machinery-error.js'
import type { GroupVersion } from '../../schema/group-version.js'
import { GroupVersions } from '../../schema/group-versions.js'
import { contentTypeJSON } from '../content-type.js'
import { disabledGroupVersioner, internalGroupVersioner } from '../group-versioners.js'
import type { Decoder, Encoder, GroupVersioner, KindRegistry, ReadingMode, Serializer } from '../interfaces.js'
import type { Scheme } from '../scheme.js'
import { ItemIsolatingDecoder } from './item-isolating-decoder.js'
import { RecognizerDecoder } from './recognizer.js'
import type { NegotiatedSerializer, SerializerFormat, SerializerInfo } from './serializer-info.js'
import { unstructuredRegistry, withUnstructured } from './unstructured-registry.js'
import { VersioningCodec } from './versioning-codec.js'
import { WithVersionEncoder } from './with-version-encoder.js'

/** How a codec factory is made. */
export interface CodecFactoryOptions {
  /** Wire formats, tried in this order when the content has to tell. */
  readonly formats?: readonly SerializerFormat[]
  /** How input is read; default `faithful`. */
  readonly mode?: ReadingMode
  /** Short for `mode: 'strict'`. */
  readonly strict?: boolean
  /** Offer a serializer that writes for people, where a format has one; default true. */
  readonly pretty?: boolean
  /** Read kinds that the scheme does not know as `Unstructured` instead of refusing them. */
  readonly unstructured?: boolean
}

/** What {@link CoreCodecFactory.codecForVersions} combines. */
export interface CodecParts {
  readonly encoder?: Encoder | undefined
  readonly decoder?: Decoder | undefined
  /** Version to convert to before encoding; without it nothing can be encoded. */
  readonly encode?: GroupVersioner | undefined
  /** Version to convert to after decoding; the internal version without it. */
  readonly decode?: GroupVersioner | undefined
}

/** Codecs for the kinds of a scheme, in the formats it is given: use `CodecFactory` or `JSONCodecFactory` for ready sets. */
export class CoreCodecFactory implements NegotiatedSerializer {
  readonly scheme: Scheme
  readonly #infos: readonly SerializerInfo[]
  readonly #universal: Decoder
  readonly #legacy: Serializer

  /** @throws {@link MachineryError} `NoFormats`. */
  constructor(scheme: Scheme, options: CodecFactoryOptions & { readonly formats: readonly SerializerFormat[] }) {
    const mode = options.strict === true ? 'strict' : (options.mode ?? 'faithful')
    const settings = { mode, pretty: options.pretty ?? true }
    const registry: KindRegistry = options.unstructured === true ? withUnstructured(scheme) : scheme
    const infos = options.formats.map((format) => format(registry, settings))
    const [first] = infos
    if (first === undefined) throw new MachineryError('NoFormats', 'a codec factory needs at least one format')
    this.scheme = scheme
    this.#infos = infos.filter(
      (info, index) => infos.findIndex((other) => other.mediaType === info.mediaType) === index,
    )
    this.#legacy = (infos.find((info) => info.mediaType === contentTypeJSON) ?? first).serializer
    const decoder = new RecognizerDecoder(infos.map((info) => info.serializer))
    // Whether an item is bad is decided afterwards, so that nothing here is strict.
    const lenient = { mode: 'faithful', pretty: false } as const
    const readUnstructured = lazyDecoder(
      () => new RecognizerDecoder(options.formats.map((format) => format(unstructuredRegistry, lenient).serializer)),
    )
    this.#universal = new ItemIsolatingDecoder({ decoder, unstructured: readUnstructured, registry, mode })
  }

  /** The formats, one for each media type. */
  supportedMediaTypes(): readonly SerializerInfo[] {
    return this.#infos
  }

  /** Reads any known kind in any of the formats, recognised by content. Neither defaults nor converts. */
  universalDeserializer(): Decoder {
    return this.#universal
  }

  /**
   * Reads as {@link CoreCodecFactory.universalDeserializer}, fills defaults and converts to the first fitting one of
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
   * negotiate a serializer and call {@link CoreCodecFactory.codecForVersions} instead.
   */
  legacyCodec(...versions: GroupVersion[]): Serializer {
    return this.codecForVersions({
      encoder: this.#legacy,
      decoder: this.#universal,
      encode: new GroupVersions(versions),
    })
  }

  /** The same formats, without conversion: encoders only set `apiVersion` and `kind`, decoders read what stands there. */
  withoutConversion(): NegotiatedSerializer {
    return {
      supportedMediaTypes: () => this.#infos,
      encoderForVersion: (encoder, version) => new WithVersionEncoder({ encoder, version, typer: this.scheme }),
      decoderToVersion: (decoder) => decoder,
    }
  }
}

function lazyDecoder(make: () => Decoder): Decoder {
  let decoder: Decoder | undefined
  return {
    decode(data, options) {
      decoder ??= make()
      return decoder.decode(data, options)
    },
  }
}
