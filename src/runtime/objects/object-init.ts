import type { JSONValue } from '../../descriptor/types.js'
import type { KubernetesObject, TypedObject } from './typed-object.js'

/**
 * The data of a kind: what its constructor takes, and what an object nested in another one looks like. `apiVersion` and
 * `kind` may be left out.
 */
export type ObjectInit<T> = { [K in keyof T as K extends keyof TypedObject ? never : K]: T[K] } & KubernetesObject

/** What a `RawExtension` holds: any JSON, or a whole object. */
export type RawJSON = JSONValue | KubernetesObject
