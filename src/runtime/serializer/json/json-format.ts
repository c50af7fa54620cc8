import { contentTypeJSON } from '../../content-type.js'
import type { KindRegistry } from '../../interfaces.js'
import type { FormatOptions, SerializerInfo } from '../serializer-info.js'
import { JSONSerializer } from './json-serializer.js'

/** JSON for a codec factory: compact, for people, and strict. */
export function jsonFormat(registry: KindRegistry, { mode, pretty }: FormatOptions): SerializerInfo {
  return {
    mediaType: contentTypeJSON,
    mediaTypeType: 'application',
    mediaTypeSubType: 'json',
    encodesAsText: true,
    serializer: new JSONSerializer(registry, { mode }),
    strictSerializer: new JSONSerializer(registry, { mode: 'strict' }),
    ...(pretty && { prettySerializer: new JSONSerializer(registry, { mode, pretty: true }) }),
  }
}
