import type { Decoder } from '../interfaces.js'
import type { KubernetesObject } from './typed-object.js'

/** Name of the method by which a class decodes the objects it carries in `RawExtension` fields. */
export const decodeNestedObjects: unique symbol = Symbol.for('apimachinery.decodeNestedObjects')

/** Name of the method by which a class prepares the objects it carries in `RawExtension` fields for encoding. */
export const encodeNestedObjects: unique symbol = Symbol.for('apimachinery.encodeNestedObjects')

/**
 * Implemented by kind classes that carry other objects. A `RawExtension` field holds JSON, and an object is its JSON: the
 * method replaces the plain value by an instance of its class, for example with `decodeRawExtension`.
 */
export interface NestedObjectDecoder {
  /** Replaces plain values by the objects that they are. */
  [decodeNestedObjects](decoder: Decoder): void
}

/** Converts a carried object to the version it is written in; the inverse of {@link NestedObjectDecoder}. */
export interface NestedObjectEncoder {
  /** Replaces carried objects by what is written for them. */
  [encodeNestedObjects](convert: (object: KubernetesObject) => KubernetesObject): void
}

/** Reports whether the class of an object decodes nested objects. */
export function isNestedObjectDecoder(object: object): object is NestedObjectDecoder {
  return decodeNestedObjects in object
}

/** Reports whether the class of an object encodes nested objects. */
export function isNestedObjectEncoder(object: object): object is NestedObjectEncoder {
  return encodeNestedObjects in object
}
