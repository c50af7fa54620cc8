const encoder: TextEncoder = /* @__PURE__ */ new TextEncoder()
const scratchSize = 0x1_0000
let scratch: Uint8Array | undefined

/** Stand for characters beyond ASCII. */
export const separatorByte = 0x80
export const otherByte = 0x81

/**
 * A byte for each UTF-16 unit of a text, and a zero behind them: ASCII as it is, {@link separatorByte} for U+2028 and U+2029,
 * which Go escapes, and {@link otherByte} for the rest. Reading bytes is much faster than reading characters of a string.
 */
export function unitBytes(text: string): Uint8Array {
  const bytes = text.length < scratchSize ? (scratch ?? new Uint8Array(scratchSize)) : new Uint8Array(text.length + 1)
  scratch = undefined
  const { read, written } = encoder.encodeInto(text, bytes)
  if (read !== text.length || written !== text.length) fillUnits(text, bytes)
  bytes[text.length] = 0
  return bytes
}

function fillUnits(text: string, bytes: Uint8Array): void {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    bytes[i] = unit < 0x80 ? unit : unit === 0x2028 || unit === 0x2029 ? separatorByte : otherByte
  }
}

/** Gives bytes back that nobody reads any more: allocating them takes longer than filling them. */
export function releaseUnitBytes(bytes: Uint8Array): void {
  if (bytes.length === scratchSize) scratch = bytes
}
