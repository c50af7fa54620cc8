import { type KindClass, type KubernetesObject, type Scheme, setGroupVersionKind } from 'apimachinery/runtime'
import { JSONSerializer } from 'apimachinery/runtime/serializer/json'
import { ProtobufSerializer } from 'apimachinery/runtime/serializer/protobuf'
import type { GroupVersionKind } from 'apimachinery/schema'
import type { StorageCodec } from '../storage/lazy-object.js'

/** How the objects of a kind are stored. */
export interface StorageCodecOptions<T extends KubernetesObject> {
  readonly scheme: Scheme
  readonly hub: KindClass<T>
  /** The version and kind that is written. */
  readonly storageVersion: GroupVersionKind
  readonly format: 'protobuf' | 'json'
}

/** First bytes of the protobuf envelope. */
const envelope = /* @__PURE__ */ Buffer.from('k8s\0')

/**
 * Between stored bytes and objects of the hub version: writes one version in one format, reads every version of the scheme
 * in protobuf and JSON, with defaults.
 */
export function storageCodec<T extends KubernetesObject>(options: StorageCodecOptions<T>): StorageCodec<T> {
  const { scheme, hub, storageVersion, format } = options
  const stored = scheme.classFor(storageVersion)
  if (stored === undefined) throw new Error(`no kind is registered for the storage version ${storageVersion}`)
  const json = new JSONSerializer(scheme, { mode: 'canonical' })
  const protobuf = new ProtobufSerializer(scheme, { mode: 'canonical' })
  const writer = format === 'json' ? json : protobuf
  return {
    encode: (object) => writer.encode(object instanceof stored ? object : scheme.convert(object, stored)),
    decode(data) {
      const isProtobuf = envelope.equals(data.subarray(0, envelope.length))
      const { object, gvk } = (isProtobuf ? protobuf : json).decode(data, { defaults: storageVersion })
      setGroupVersionKind(object, gvk)
      scheme.default(object)
      return object instanceof hub ? object : scheme.convert(object, hub)
    },
  }
}
