/**
 * Types for the `types.ts` that `apimachinery generate ts` reads: scalars that TypeScript does not distinguish. In programs
 * they have the type of their JSON.
 */
import type { JSONObject, JSONValue } from '../src/json/json-value.js'

/** Distinguishes numbers of different width without casts. */
interface Format<Name extends string> {
  readonly __format?: Name
}

/** A whole number of 32 bits. */
export type int32 = number & Format<'int32'>
/** A whole number of 64 bits; beyond ±(2^53−1) a `number` cannot hold it. */
export type int64 = number & Format<'int64'>
/** A whole number of 32 bits without sign. */
export type uint32 = number & Format<'uint32'>
/** A whole number of 64 bits without sign. */
export type uint64 = number & Format<'uint64'>
/** A number with a fraction, of 32 bits. */
export type float32 = number & Format<'float'>
/** A number with a fraction, of 64 bits. */
export type float64 = number & Format<'double'>
/** Base64 text. */
export type bytes = string & Format<'byte'>
/** RFC 3339 text with whole seconds. */
export type Time = string & Format<'date-time'>
/** RFC 3339 text with microseconds. */
export type MicroTime = string & Format<'micro-time'>
/** Go duration text such as `1h30m`. */
export type Duration = string & Format<'duration'>
/** Quantity text such as `500m` or `1Gi`. */
export type Quantity = string & Format<'quantity'>
/** A number or a text such as `25%`. */
export type IntOrString = number | string
/** Any JSON, or a whole object. */
export type RawExtension = JSONValue
/** Names of fields, as server-side apply writes them. */
export type FieldsV1 = JSONObject
/** Any JSON. */
export type JSON = JSONValue
