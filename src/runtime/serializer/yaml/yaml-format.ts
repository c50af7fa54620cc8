import { contentTypeYAML } from '../../content-type.js'
import type { KindRegistry } from '../../interfaces.js'
import type { FormatOptions, SerializerInfo } from '../serializer-info.js'
import { YAMLSerializer } from './yaml-serializer.js'

/** YAML for codec factories. */
export function yamlFormat(registry: KindRegistry, { mode, integers = 'error' }: FormatOptions): SerializerInfo {
  return {
    mediaType: contentTypeYAML,
    mediaTypeType: 'application',
    mediaTypeSubType: 'yaml',
    encodesAsText: true,
    serializer: new YAMLSerializer(registry, { mode, integers }),
    strictSerializer: new YAMLSerializer(registry, { mode: 'strict', canonical: mode === 'canonical', integers }),
  }
}
