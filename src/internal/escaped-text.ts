import { decodeUtf8With } from './utf8.js'

/**
 * Go strings hold any bytes, JavaScript strings do not. A byte that is not part of valid UTF-8 is kept as the lone
 * surrogate U+DC00 + byte (the convention known as surrogateescape): writing protobuf or CBOR restores the byte, and
 * writing JSON gives U+FFFD for it, exactly as Go does.
 */
const escapeBase = 0xdc00

let encoder: TextEncoder | undefined

/** Decodes UTF-8; invalid bytes become lone surrogates. */
export function readText(bytes: Uint8Array): string {
  return decodeUtf8With(bytes, (byte) => String.fromCharCode(escapeBase + byte))
}

/** The byte that an escaped unit represents; −1 for any other unit. */
export function escapedByte(unit: number): number {
  return unit >= escapeBase + 0x80 && unit <= escapeBase + 0xff ? unit - escapeBase : -1
}

/** Reports whether a text is not well-formed: it may hold escaped bytes. */
export function hasLoneSurrogate(text: string): boolean {
  return /[\ud800-\udfff]/.test(text) && !isWellFormed(text)
}

function isWellFormed(text: string): boolean {
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text)
}

/** Restores escaped bytes; any other lone surrogate becomes U+FFFD. */
export function encodeEscaped(text: string): Uint8Array {
  encoder ??= new TextEncoder()
  const bytes: number[] = []
  for (const character of text) {
    const escaped = character.length === 1 ? escapedByte(character.charCodeAt(0)) : -1
    if (escaped >= 0) bytes.push(escaped)
    else bytes.push(...encoder.encode(character))
  }
  return Uint8Array.from(bytes)
}
