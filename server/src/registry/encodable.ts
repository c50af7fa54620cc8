import { Status } from 'apimachinery/meta/v1'
import type { KubernetesObject } from 'apimachinery/runtime'

/**
 * An object and its encodings. A `StoredObject` is one and remembers them for all its readers; {@link encodable} makes one
 * that lives for a single answer.
 */
export interface Encodable<T extends KubernetesObject = KubernetesObject> {
  /** It must not be changed. */
  readonly object: T
  /** The bytes that `encode` makes, which may be remembered under `identifier`. */
  encoding(identifier: string, encode: (object: T) => Uint8Array): Uint8Array
}

/** The Status in place of an object. Stored objects never are one, and need not be decoded to find out. */
export function statusResult(result: Encodable): Status | undefined {
  if ('key' in result) return undefined
  return result.object instanceof Status ? result.object : undefined
}

/** An object without shared encodings. */
export function encodable<T extends KubernetesObject>(object: T): Encodable<T> {
  return { object, encoding: (_identifier, encode) => encode(object) }
}
