import type { KubernetesObject } from 'apimachinery/runtime'

/**
 * An object and its encodings. A `StoredObject` is one and remembers them for all its readers; {@link encodable} makes one
 * that lives for a single answer.
 */
export interface Encodable<T extends KubernetesObject = KubernetesObject> {
  /** Nobody changes it. */
  readonly object: T
  /** The bytes that `encode` makes, which may be remembered under `identifier`. */
  encoding(identifier: string, encode: (object: T) => Uint8Array): Uint8Array
}

/** An object whose encodings nobody shares. */
export function encodable<T extends KubernetesObject>(object: T): Encodable<T> {
  return { object, encoding: (_identifier, encode) => encode(object) }
}
