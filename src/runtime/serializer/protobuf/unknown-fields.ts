import { concatBytes } from '../../../internal/bytes.js'

/** The bytes of one object in pieces, joined on demand. */
let kept: WeakMap<object, Uint8Array[]> | undefined

/** Remembers the bytes of a field, tag included, that the type of `object` does not declare. */
export function keepUnknownField(object: object, bytes: Uint8Array): void {
  kept ??= new WeakMap()
  const pieces = kept.get(object)
  if (pieces === undefined) kept.set(object, [bytes])
  else pieces.push(bytes)
}

/**
 * The protobuf fields of `object` that its type does not declare, as they were read with `unknownFields: 'keep'`.
 * toBinary writes them after the declared ones. They belong to this object only: a deep copy has none.
 */
export function unknownFieldsOf(object: object): Uint8Array | undefined {
  const pieces = kept?.get(object)
  if (pieces === undefined || pieces.length < 2) return pieces?.[0]
  const joined = concatBytes(pieces)
  pieces.splice(0, pieces.length, joined)
  return joined
}
