import type { Scheme } from '../scheme/scheme.js'
import { BaseCodecFactory } from './base-codec-factory.js'
import { faithfulJSONFormat } from './json/faithful-json-format.js'
import { withUnstructured } from './unstructured-registry.js'

/** How a {@link JSONCodecFactory} is made. */
export interface JSONCodecFactoryOptions {
  /** Offer a serializer that writes for people; default true. */
  readonly pretty?: boolean
  /** Read kinds that are not registered in the scheme as `Unstructured` instead of rejecting them. */
  readonly unstructured?: boolean
}

/**
 * Codecs for the kinds of a scheme in JSON, read faithfully: all that most clients need, and nothing else in their bundles.
 *
 * Strict and canonical reading, Go's wording of errors, streams and other formats come with `CodecFactory`, or with
 * `new CoreCodecFactory(scheme, { formats: [jsonFormat] })` for JSON alone.
 */
export class JSONCodecFactory extends BaseCodecFactory {
  constructor(scheme: Scheme, { pretty = true, unstructured = false }: JSONCodecFactoryOptions = {}) {
    const info = faithfulJSONFormat(unstructured ? withUnstructured(scheme) : scheme, { pretty })
    super(scheme, [info], info.serializer)
  }
}
