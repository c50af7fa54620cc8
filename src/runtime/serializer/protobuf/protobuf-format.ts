import { contentTypeProtobuf } from '../../content-type.js'
import type { KindRegistry } from '../../interfaces.js'
import { lengthDelimitedFramer } from '../framing/framer.js'
import type { FormatOptions, SerializerInfo } from '../serializer-info.js'
import { ProtobufSerializer } from './protobuf-serializer.js'
import { RawProtobufSerializer } from './raw-protobuf-serializer.js'

/** Protobuf for a codec factory: enveloped objects, and streams of bare ones. */
export function protobufFormat(registry: KindRegistry, { mode, integers = 'error' }: FormatOptions): SerializerInfo {
  return {
    mediaType: contentTypeProtobuf,
    mediaTypeType: 'application',
    mediaTypeSubType: 'vnd.kubernetes.protobuf',
    encodesAsText: false,
    serializer: new ProtobufSerializer(registry, { mode, integers }),
    strictSerializer: new ProtobufSerializer(registry, { mode: 'strict', integers }),
    streamSerializer: {
      encodesAsText: false,
      serializer: new RawProtobufSerializer(registry, { mode, integers }),
      framer: lengthDelimitedFramer(),
    },
  }
}
