import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import type { StoreDescription } from '../registry/storages.js'
import type { StoredConversion } from '../storage/converting-storage.js'
import type { CompiledVersions } from './compiled-versions.js'
import { customResourceCodec, storedVersionCodec } from './custom-resource-codec.js'
import type { CustomResourceType } from './custom-resource-type.js'
import type { VersionConverter } from './version-converter.js'

/** The stored version, and the version of readers. */
export interface VersionToKeep {
  readonly definition: CustomResourceDefinition
  readonly versions: CompiledVersions
  readonly target: CustomResourceType
  /** For definitions whose versions a webhook converts. */
  readonly converter: VersionConverter | undefined
}

/** How the objects of one version of a custom resource are kept. Each version has its own watch cache. */
export function keptVersion({
  definition: { spec },
  versions,
  target,
  converter,
}: VersionToKeep): Pick<StoreDescription, 'group' | 'resource' | 'codec' | 'conversion' | 'inMainStore'> {
  const conversion: StoredConversion | undefined = converter && {
    toReaders: (objects) => converter.convert(objects, target),
    toStore: async (object) => (await converter.convert([object], versions.stored()))[0]!,
  }
  return {
    group: spec.group,
    resource: spec.names.plural,
    codec: converter === undefined ? customResourceCodec(versions, target) : storedVersionCodec(versions),
    conversion,
    inMainStore: true,
  }
}
