import { concatBytes } from '../../../internal/bytes.js'

let kept: WeakMap<object, Uint8Array> | undefined

/** Remembers the bytes of a field, tag included, that the type of `object` does not declare. */
export function keepUnknownField(object: object, bytes: Uint8Array): void {
  kept ??= new WeakMap()
  const before = kept.get(object)
  kept.set(object, before === undefined ? bytes : concatBytes([before, bytes]))
}

/**
 * The protobuf fields of `object` that its type does not declare, as they were read with `unknownFields: 'keep'`.
 * {@link toBinary} writes them back behind the declared ones. They stay with this very object: a deep copy has none.
 */
export function unknownFieldsOf(object: object): Uint8Array | undefined {
  return kept?.get(object)
}
