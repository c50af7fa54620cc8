import type { JSONValue } from '../../descriptor/types.js'
import type { KubernetesObject, TypedObject } from './typed-object.js'

/**
 * The data of a kind: the argument of its constructor, and the form of an object nested in another one. `apiVersion` and
 * `kind` are optional.
 */
export type ObjectInit<T> = { [K in keyof T as K extends keyof TypedObject ? never : K]: T[K] } & KubernetesObject

/** The content of a `RawExtension`: any JSON, or a whole object. */
export type RawJSON = JSONValue | KubernetesObject
