import type { Scheme } from '../scheme.js'
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
}
