import type { ObjectInit } from 'apimachinery/runtime'

/** Every field is optional, at every depth. */
export type PartialDeep<T> = T extends readonly (infer E)[]
  ? PartialDeep<E>[]
  : T extends object
    ? { [K in keyof T]?: PartialDeep<T[K]> | undefined }
    : T

/** The content of an apply: any part of the object, with its name. */
export type ApplyInit<T> = T | PartialDeep<ObjectInit<T>>
