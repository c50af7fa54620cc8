import type { Scheme } from '../scheme.js'
import { type CodecFactoryOptions, CoreCodecFactory } from './core-codec-factory.js'
import { jsonFormat } from './json/json-format.js'

/** Codecs for the kinds of a scheme in JSON, or in the formats named in `formats`. Loads no other format by itself. */
export class JSONCodecFactory extends CoreCodecFactory {
  constructor(scheme: Scheme, options: CodecFactoryOptions = {}) {
    super(scheme, { ...options, formats: options.formats ?? [jsonFormat] })
  }
}
