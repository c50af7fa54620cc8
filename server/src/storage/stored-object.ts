import type { KubernetesObject } from 'apimachinery/runtime'

/**
 * One stored object, shared by all readers: neither `object` nor the bytes may be changed. Expensive parts are made once:
 * the object is decoded on first use, an encoding made for its first reader.
 */
export interface StoredObject<T extends KubernetesObject = KubernetesObject> {
  /** Key in the store, with the prefix of the resource. */
  readonly key: string
  /** Revision of the last write; it is `metadata.resourceVersion` of `object`. */
  readonly revision: number
  /** The object in its version in memory (the hub version), with its resource version. Decoded on first use. Throws for corrupt values. */
  readonly object: T
  /** Labels and selectable fields, without decoding where the store kept them. */
  readonly attributes: Attributes
  /** The bytes that `encode` makes of the object, remembered under `identifier`: media type, version and what else shapes them. */
  encoding(identifier: string, encode: (object: T) => Uint8Array): Uint8Array
}

/** The attributes of an object for selectors. */
export interface Attributes {
  readonly labels: Readonly<Record<string, string>>
  readonly fields: Readonly<Record<string, string>>
}
