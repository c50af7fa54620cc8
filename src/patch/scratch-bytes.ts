const encoder: TextEncoder = /* @__PURE__ */ new TextEncoder()
const size = 0x1_0000
let scratch: Uint8Array | undefined

/**
 * The UTF-8 bytes of a text, valid until the next call: reading characters of strings is much slower than reading bytes,
 * and allocating the bytes would take longer than filling them.
 */
export function scratchBytes(text: string): Uint8Array {
  if (text.length * 3 > size) return encoder.encode(text)
  scratch ??= new Uint8Array(size)
  return scratch.subarray(0, encoder.encodeInto(text, scratch).written)
}
