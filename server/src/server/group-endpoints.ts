import type { Scheme } from 'apimachinery/runtime'
import { CodecFactory } from 'apimachinery/runtime/serializer'
import type { GroupVersionKind } from 'apimachinery/schema'
import { APIPaths } from '../discovery/api-paths.js'
import { Discovery } from '../discovery/discovery.js'
import { type GroupVersionOptions, installGroupVersion } from '../endpoints/install-group-version.js'
import type { ResourceDefinition } from '../registry/define-resource.js'
import { deprecationOf } from '../registry/kind-lifecycle.js'
import type { ResourceStorage } from '../registry/resource-storage.js'
import type { Handler } from '../request/http.js'

/** A resource with its storage objects, by path. */
export interface DefinedStorage {
  readonly definition: ResourceDefinition
  readonly storage: Readonly<Record<string, ResourceStorage>>
}

/** Input of {@link groupEndpoints}. */
export interface GroupEndpointsParts
  extends Pick<GroupVersionOptions, 'release' | 'admission' | 'authorizer' | 'clock' | 'minRequestTimeoutSeconds'> {
  readonly scheme: Scheme
  readonly notFound: Handler
}

/** The endpoints of every version of every group, the newest first in discovery. */
export function groupEndpoints(
  storages: readonly DefinedStorage[],
  { scheme, notFound, ...endpoints }: GroupEndpointsParts,
): APIPaths {
  const serializers = new CodecFactory(scheme, { mode: 'canonical' }).supportedMediaTypes()
  const paths = new APIPaths(new Discovery({ aggregates: false }), notFound)
  const groups = new Set(storages.map(({ definition }) => definition.type.groupVersionKind.group))
  for (const group of groups) {
    const versions = scheme.prioritizedVersionsForGroup(group)
    for (const [index, groupVersion] of versions.entries()) {
      const served = storages.filter(({ definition: { type } }) => {
        const { kind, group: own } = type.groupVersionKind
        return own === group && scheme.recognizes(groupVersion.withKind(kind))
      })
      if (served.length === 0) continue
      const storage = Object.assign({}, ...served.map((each) => each.storage))
      const deprecation = (kind: GroupVersionKind) => {
        const found = storages.find(({ definition: { type } }) => type.groupVersionKind.kind === kind.kind)
        return deprecationOf(kind, found?.definition.options.lifecycles?.[kind.version])
      }
      const installed = installGroupVersion({ groupVersion, storage, scheme, serializers, deprecation, ...endpoints })
      paths.install(installed, { group: 1000, version: versions.length - index })
    }
  }
  return paths
}
