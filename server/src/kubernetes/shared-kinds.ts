import type { EffectiveRelease } from 'apimachinery/api/releases'
import type { Scheme } from 'apimachinery/runtime'
import { CodecFactory, type SerializerInfo } from 'apimachinery/runtime/serializer'
import { SharedEndpoints } from '../endpoints/shared-endpoints.js'
import { type BuiltInGroup, builtInGroups } from '../kinds/built-in-groups.js'
import { BuiltInKinds } from '../kinds/built-in-kinds.js'
import type { StorageMediaType } from '../registry/storage-serializers.js'
import { newBuiltInScheme } from './built-in-scheme.js'

/** What servers of the same release, gates and groups have in common: it is made once, and holds nothing of any of them. */
export interface SharedKinds {
  readonly scheme: Scheme
  readonly serializers: readonly SerializerInfo[]
  readonly builtIn: BuiltInKinds
  readonly groups: readonly BuiltInGroup[]
  readonly endpoints: SharedEndpoints
}

/** What decides the kinds of a server. */
export interface SharedKindsOptions {
  readonly effective: Required<EffectiveRelease>
  readonly featureEnabled: (gate: string) => boolean
  /** What objects are written as; default protobuf. */
  readonly mediaType?: StorageMediaType | undefined
}

export function newSharedKinds({ effective, featureEnabled, mediaType }: SharedKindsOptions): SharedKinds {
  const scheme = newBuiltInScheme(effective.release, featureEnabled)
  const serializers = new CodecFactory(scheme, { mode: 'canonical', integers: 'bigint' }).supportedMediaTypes()
  const builtIn = new BuiltInKinds({ scheme, serializers, effective, mediaType })
  const groups = builtInGroups({ release: effective.release, featureEnabled })
  return { scheme, serializers, groups, builtIn, endpoints: new SharedEndpoints(scheme) }
}
