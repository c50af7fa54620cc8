import { MachineryError } from '../../errors/machinery-error.js'
import { contentTypeCBOR, contentTypeJSON, contentTypeProtobuf, contentTypeYAML } from '../content-type.js'
import type { Serializer } from '../interfaces.js'
import type { Scheme } from '../scheme/scheme.js'
import { allFormats } from './all-formats.js'
import { type CodecFactoryOptions, CoreCodecFactory } from './core-codec-factory.js'

/**
 * Codecs for the kinds of a scheme in every format of this library: JSON, YAML, protobuf and CBOR, or those named in
 * `formats`. Programs that only read JSON, and only faithfully, take the small `JSONCodecFactory`.
 */
export class CodecFactory extends CoreCodecFactory {
  constructor(scheme: Scheme, options: CodecFactoryOptions = {}) {
    super(scheme, { ...options, formats: options.formats ?? allFormats })
  }

  /** Reads and writes JSON. @throws MachineryError `UnsupportedMediaType` when the factory was made without it. */
  get json(): Serializer {
    return this.#serializerFor(contentTypeJSON)
  }

  /** Reads and writes YAML. @throws MachineryError `UnsupportedMediaType` when the factory was made without it. */
  get yaml(): Serializer {
    return this.#serializerFor(contentTypeYAML)
  }

  /** Reads and writes protobuf. @throws MachineryError `UnsupportedMediaType` when the factory was made without it. */
  get protobuf(): Serializer {
    return this.#serializerFor(contentTypeProtobuf)
  }

  /** Reads and writes CBOR. @throws MachineryError `UnsupportedMediaType` when the factory was made without it. */
  get cbor(): Serializer {
    return this.#serializerFor(contentTypeCBOR)
  }

  #serializerFor(mediaType: string): Serializer {
    const info = this.supportedMediaTypes().find((each) => each.mediaType === mediaType)
    if (info !== undefined) return info.serializer
    throw new MachineryError('UnsupportedMediaType', `the codec factory was made without ${mediaType}`)
  }
}
