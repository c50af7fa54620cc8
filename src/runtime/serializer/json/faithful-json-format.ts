import { contentTypeJSON } from '../../content-type.js'
import type { KindRegistry } from '../../interfaces.js'
import type { SerializerInfo } from '../serializer-info.js'
import { FaithfulJSONSerializer } from './faithful-json-serializer.js'

/** Faithful JSON for a codec factory, compact and for people. Strict reading and streams are left to `jsonFormat`. */
export function faithfulJSONFormat(registry: KindRegistry, { pretty }: { readonly pretty: boolean }): SerializerInfo {
  return {
    mediaType: contentTypeJSON,
    mediaTypeType: 'application',
    mediaTypeSubType: 'json',
    encodesAsText: true,
    serializer: new FaithfulJSONSerializer(registry),
    ...(pretty && { prettySerializer: new FaithfulJSONSerializer(registry, { pretty: true }) }),
  }
}
