import { MachineryError } from 'apimachinery/errors'
import { type KindClass, type KubernetesObject, type Scheme, setGroupVersionKind } from 'apimachinery/runtime'
import type { GroupVersionKind } from 'apimachinery/schema'
import type { StorageCodec } from '../storage/lazy-object.js'
import { type StorageSerializers, serializerOf } from './storage-serializers.js'

/** How the objects of a kind become bytes. */
export interface StorageCodecOptions<T extends KubernetesObject> {
  readonly scheme: Scheme
  readonly hub: KindClass<T>
  /** The version and kind that is written, and that bytes are read as which name none. */
  readonly storageVersion: GroupVersionKind
  readonly serializers: StorageSerializers
  /** Reads labels without decoding the object, where it can. */
  readonly labels?: StorageCodec<T>['labels'] | undefined
}

/**
 * Between stored bytes and objects of the hub version: writes one version in one format, reads every version of the scheme
 * in every format, with defaults.
 *
 * @throws MachineryError `NotRegistered` for a storage version that the scheme does not have.
 */
export function storageCodec<T extends KubernetesObject>(options: StorageCodecOptions<T>): StorageCodec<T> {
  const { scheme, hub, storageVersion, serializers, labels } = options
  const stored = scheme.classFor(storageVersion)
  if (stored === undefined) {
    throw new MachineryError('NotRegistered', `no kind is registered for the storage version ${storageVersion}`)
  }
  return {
    labels,
    decode(data) {
      const { object, gvk } = serializerOf(data, serializers).decode(data, { defaults: storageVersion })
      setGroupVersionKind(object, gvk)
      scheme.default(object)
      // Also for objects of the hub version: some kinds have parts that protobuf does not hold.
      return scheme.convert(object, hub)
    },
    encode: (object) =>
      serializers.serializer.encode(object instanceof stored ? object : scheme.convert(object, stored)),
  }
}
