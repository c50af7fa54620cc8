import { contentTypeJSON } from '../../content-type.js'
import type { KindRegistry } from '../../interfaces.js'
import { jsonFramer } from '../framing/framer.js'
import type { FormatOptions, SerializerInfo } from '../serializer-info.js'
import { JSONSerializer } from './json-serializer.js'

/** JSON for a codec factory: compact, for people, strict, and one object after another. */
export function jsonFormat(
  registry: KindRegistry,
  { mode, pretty, integers = 'error' }: FormatOptions,
): SerializerInfo {
  const serializer = new JSONSerializer(registry, { mode, integers })
  return {
    mediaType: contentTypeJSON,
    mediaTypeType: 'application',
    mediaTypeSubType: 'json',
    encodesAsText: true,
    serializer,
    strictSerializer: new JSONSerializer(registry, { mode: 'strict', integers }),
    ...(pretty && { prettySerializer: new JSONSerializer(registry, { mode, pretty: true, integers }) }),
    streamSerializer: { encodesAsText: true, serializer, framer: jsonFramer() },
  }
}
