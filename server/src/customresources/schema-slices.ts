import { itemSlices, type MemberSlice, memberSlice } from './member-slice.js'

/**
 * Positions of the schemas of versions in JSON of a `spec` that begins at `at`, in their order; one where all versions share it, which
 * v1beta1 writes beside them.
 */
export function schemaSlices(json: Uint8Array, at = 0): MemberSlice[] {
  const shared = memberSlice(json, 'validation', { at })
  if (shared !== undefined) return [shared]
  return itemSlices(json, 'versions', { at }).flatMap(({ start }) => memberSlice(json, 'schema', { at: start }) ?? [])
}

/** JSON with other bytes in the place of slices that are in their order. */
export function replaceSlices(
  json: Uint8Array,
  slices: readonly MemberSlice[],
  bytesOf: (index: number) => Uint8Array,
): Uint8Array {
  const pieces: Uint8Array[] = []
  let position = 0
  for (const [i, { start, end }] of slices.entries()) {
    pieces.push(json.subarray(position, start), bytesOf(i))
    position = end
  }
  pieces.push(json.subarray(position))
  return Buffer.concat(pieces)
}
