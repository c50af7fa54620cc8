import type { ObjectInit } from 'apimachinery/runtime'

/** Every field may be left out, at every depth. */
export type PartialDeep<T> = T extends readonly (infer E)[]
  ? PartialDeep<E>[]
  : T extends object
    ? { [K in keyof T]?: PartialDeep<T[K]> | undefined }
    : T

/** What an apply may hold of an object: any part of it; the name has to be there. */
export type ApplyInit<T> = T | PartialDeep<ObjectInit<T>>
