import { concatBytes } from '../../../internal/bytes.js'
import { Provenance } from '../../../internal/provenance.js'

/** Object → the bytes of its unknown fields in pieces, joined on demand. */
const unknownFields = /* @__PURE__ */ new Provenance<object, Uint8Array[]>()

/** Remembers the bytes of a field, tag included, that the type of `object` does not declare. */
export function keepUnknownField(object: object, bytes: Uint8Array): void {
  const pieces = unknownFields.get(object)
  if (pieces === undefined) unknownFields.set(object, [bytes])
  else pieces.push(bytes)
}

/**
 * The protobuf fields of `object` that its type does not declare, as they were read with `unknownFields: 'keep'`.
 * toBinary writes them after the declared ones. They belong to this object only: a deep copy has none.
 */
export function unknownFieldsOf(object: object): Uint8Array | undefined {
  const pieces = unknownFields.get(object)
  if (pieces === undefined || pieces.length < 2) return pieces?.[0]
  const joined = concatBytes(pieces)
  pieces.splice(0, pieces.length, joined)
  return joined
}
