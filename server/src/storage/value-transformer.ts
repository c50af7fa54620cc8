/** A value as the layer above the encryption sees it. */
export interface TransformedValue {
  readonly data: Uint8Array
  /** True where it should be written again, because it was made with a key that is not the first any more. */
  readonly stale: boolean
}

/**
 * Changes values on their way to the store and back, such as encryption does. Both may answer at once or later.
 * Source: `Transformer` of k8s.io/apiserver/pkg/storage/value.
 */
export interface ValueTransformer {
  /** `key` is authenticated together with the value, so that it cannot be moved to another key; `resource` is for metrics. */
  fromStorage(value: Uint8Array, key: string, resource?: string): TransformedValue | Promise<TransformedValue>
  toStorage(data: Uint8Array, key: string, resource?: string): Uint8Array | Promise<Uint8Array>
}

/** Leaves values as they are. */
export const plainValues: ValueTransformer = {
  fromStorage: (data) => ({ data, stale: false }),
  toStorage: (data) => data,
}
