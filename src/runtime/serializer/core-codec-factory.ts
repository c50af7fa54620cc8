import type { IntegerRule } from '../../descriptor/read-scalar.js'
import { MachineryError } from '../../errors/machinery-error.js'
import type { Decoder, KindRegistry, ReadingMode } from '../interfaces.js'
import type { Scheme } from '../scheme/scheme.js'
import { BaseCodecFactory } from './base-codec-factory.js'
import { ItemIsolatingDecoder } from './item-isolating-decoder.js'
import { RecognizerDecoder } from './recognizer-decoder.js'
import type { SerializerFormat, SerializerInfo } from './serializer-info.js'
import { unstructuredRegistry, withUnstructured } from './unstructured-registry.js'

/** How a codec factory is made. */
export interface CodecFactoryOptions {
  /** Wire formats, tried in this order if the content decides. */
  readonly formats?: readonly SerializerFormat[]
  /** How input is read; default `faithful`. */
  readonly mode?: ReadingMode
  /** Short for `mode: 'strict'`. */
  readonly strict?: boolean
  /**
   * How 64-bit integer fields outside ±(2^53−1) are read in JSON, YAML and protobuf: as an error that names the field
   * (default), or as `bigint`, which CBOR always returns.
   */
  readonly integers?: IntegerRule
  /** Offer a serializer that writes for people, where a format has one; default true. */
  readonly pretty?: boolean
  /** Read kinds that are not registered in the scheme as `Unstructured` instead of rejecting them. */
  readonly unstructured?: boolean
}

/** Codecs for the kinds of a scheme, in the formats it is given; `CodecFactory` is given all. */
export class CoreCodecFactory extends BaseCodecFactory {
  /** @throws {@link MachineryError} `NoFormats`. */
  constructor(scheme: Scheme, options: CodecFactoryOptions & { readonly formats: readonly SerializerFormat[] }) {
    const { formats } = options
    const mode = options.strict === true ? 'strict' : (options.mode ?? 'faithful')
    const registry: KindRegistry = options.unstructured === true ? withUnstructured(scheme) : scheme
    const { pretty = true, integers = 'error' } = options
    const infos = formats.map((format) => format(registry, { mode, pretty, integers }))
    if (!isNotEmpty(infos)) throw new MachineryError('NoFormats', 'a codec factory needs at least one format')
    const decoder = new RecognizerDecoder(infos.map((info) => info.serializer))
    // Whether an item is bad is decided afterwards, so that nothing here is strict.
    const lenient = { mode: 'faithful', pretty: false } as const
    const unstructured = lazyDecoder(
      () => new RecognizerDecoder(formats.map((format) => format(unstructuredRegistry, lenient).serializer)),
    )
    super(scheme, infos, new ItemIsolatingDecoder({ decoder, unstructured, registry, mode }))
  }
}

function isNotEmpty(infos: SerializerInfo[]): infos is [SerializerInfo, ...SerializerInfo[]] {
  return infos.length > 0
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
