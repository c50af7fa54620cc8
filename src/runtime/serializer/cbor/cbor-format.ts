import { contentTypeCBOR } from '../../content-type.js'
import type { KindRegistry } from '../../interfaces.js'
import type { FormatOptions, SerializerInfo } from '../serializer-info.js'
import { cborSequenceFramer } from './cbor-sequence-framer.js'
import { CBORSerializer } from './cbor-serializer.js'

/** CBOR for a codec factory; its streams are `application/cbor-seq`. */
export function cborFormat(registry: KindRegistry, { mode }: FormatOptions): SerializerInfo {
  return {
    mediaType: contentTypeCBOR,
    mediaTypeType: 'application',
    mediaTypeSubType: 'cbor',
    encodesAsText: false,
    serializer: new CBORSerializer(registry, { mode }),
    strictSerializer: new CBORSerializer(registry, { mode: 'strict' }),
    streamSerializer: {
      encodesAsText: false,
      serializer: new CBORSerializer(registry, { mode }),
      framer: cborSequenceFramer(),
    },
  }
}
