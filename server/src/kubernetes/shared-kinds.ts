import type { Release } from 'apimachinery/api/releases'
import type { Scheme } from 'apimachinery/runtime'
import { CodecFactory, type SerializerInfo } from 'apimachinery/runtime/serializer'
import { newBuiltInScheme } from './built-in-scheme.js'

/** What servers of the same release and gates have in common: it is made once and never written. */
export interface SharedKinds {
  readonly scheme: Scheme
  readonly serializers: readonly SerializerInfo[]
}

export function newSharedKinds(release: Release, featureEnabled: (gate: string) => boolean): SharedKinds {
  const scheme = newBuiltInScheme(release, featureEnabled)
  return {
    scheme,
    serializers: new CodecFactory(scheme, { mode: 'canonical', integers: 'bigint' }).supportedMediaTypes(),
  }
}
