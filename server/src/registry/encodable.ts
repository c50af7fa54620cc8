import { Status } from 'apimachinery/meta/v1'
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

/** The Status that is answered in place of an object. What is stored is none, and need not be decoded to know that. */
export function statusOf(result: Encodable): Status | undefined {
  if ('key' in result) return undefined
  return result.object instanceof Status ? result.object : undefined
}

/** An object whose encodings nobody shares. */
export function encodable<T extends KubernetesObject>(object: T): Encodable<T> {
  return { object, encoding: (_identifier, encode) => encode(object) }
}
