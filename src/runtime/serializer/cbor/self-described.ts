/** Head of tag 55799, which precedes everything that Kubernetes writes and distinguishes CBOR from other formats. */
export const selfDescribedTag: readonly number[] = [0xd9, 0xd9, 0xf7]

/** Reports whether bytes begin with the self-described tag. */
export function hasSelfDescribedTag(data: Uint8Array): boolean {
  return data[0] === 0xd9 && data[1] === 0xd9 && data[2] === 0xf7
}
