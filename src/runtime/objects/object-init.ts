import type { JSONValue } from '../../descriptor/types.js'
import type { KubernetesObject, TypedObject } from './typed-object.js'

/**
 * The data of a kind: the argument of its constructor, and the form of an object nested in another one. `apiVersion` and
 * `kind` are optional.
 */
export type ObjectInit<T> = { [K in keyof T as K extends keyof TypedObject ? never : K]: T[K] } & KubernetesObject

/**
 * The argument of a kind's constructor: its data, or `metadata` alone for an object that only names another, as deletions and
 * references take. In TypeScript all required fields are needed as soon as there is one beside `metadata`.
 */
export type KindInit<T> = ObjectInit<T> | NameInit<T>

type NameInit<T> = T extends { metadata?: infer M }
  ? KubernetesObject & { metadata: NonNullable<M> } & {
      [K in Exclude<keyof T, keyof TypedObject | 'metadata'>]?: undefined
    }
  : never

/** The content of a `RawExtension`: any JSON, or a whole object. */
export type RawJSON = JSONValue | KubernetesObject
