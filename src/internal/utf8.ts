import { asciiText } from './ascii-text.js'

const replacement = '\ufffd'

let encoder: TextEncoder | undefined
let strictDecoder: TextDecoder | undefined

/** Writes text as UTF-8; a lone surrogate becomes U+FFFD. */
export function encodeUtf8(text: string): Uint8Array {
  encoder ??= new TextEncoder()
  return encoder.encode(text)
}

/** Reads valid UTF-8, a byte order mark kept as a character; `undefined` when the bytes are not valid. */
export function tryDecodeUtf8(bytes: Uint8Array): string | undefined {
  strictDecoder ??= new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  try {
    return asciiText(bytes) ?? strictDecoder.decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * Reads UTF-8 as Go's `encoding/json` does: each byte that is not part of a valid sequence becomes one U+FFFD. A byte
 * order mark is kept.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  return decodeUtf8With(bytes, () => replacement)
}

/**
 * Decodes UTF-8; `standIn` returns the character for each byte that is not part of a valid sequence, where browsers merge
 * several.
 */
export function decodeUtf8With(bytes: Uint8Array, standIn: (byte: number) => string): string {
  return tryDecodeUtf8(bytes) ?? decodeBroken(bytes, standIn)
}

/** Code units are turned into text in pieces of this size: a part for each byte would take thirty times the input. */
const pieceSize = 8192

function decodeBroken(bytes: Uint8Array, standIn: (byte: number) => string): string {
  const units = new Uint16Array(pieceSize + 1)
  const pieces: string[] = []
  let used = 0
  for (let i = 0; i < bytes.length; ) {
    const length = sequenceLength(bytes, i)
    if (length === 0) units[used++] = standIn(bytes[i]!).charCodeAt(0)
    else used = putCharacter(units, used, characterAt(bytes, i, length))
    i += length || 1
    if (used < pieceSize) continue
    pieces.push(String.fromCharCode(...units.subarray(0, used)))
    used = 0
  }
  pieces.push(String.fromCharCode(...units.subarray(0, used)))
  return pieces.join('')
}

/** The character of a valid sequence. */
function characterAt(bytes: Uint8Array, i: number, length: number): number {
  const first = bytes[i]!
  if (length === 1) return first
  let character = first & (0x7f >> length)
  for (let k = 1; k < length; k++) character = (character << 6) | (bytes[i + k]! & 0x3f)
  return character
}

function putCharacter(units: Uint16Array, used: number, character: number): number {
  if (character < 0x10000) {
    units[used] = character
    return used + 1
  }
  units[used] = 0xd7c0 + (character >> 10)
  units[used + 1] = 0xdc00 + (character & 0x3ff)
  return used + 2
}

/** Length of the valid sequence at `i`; 0 if there is none (Unicode, table 3-7). */
function sequenceLength(bytes: Uint8Array, i: number): number {
  const first = bytes[i]!
  if (first < 0x80) return 1
  if (first < 0xc2 || first > 0xf4) return 0
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
  if (i + length > bytes.length) return 0
  const second = bytes[i + 1]!
  const [low, high] = secondByteRange(first)
  if (second < low || second > high) return 0
  for (let k = 2; k < length; k++) if ((bytes[i + k]! & 0xc0) !== 0x80) return 0
  return length
}

/** Excludes overlong forms, surrogates and what lies beyond U+10FFFF. */
function secondByteRange(first: number): [low: number, high: number] {
  if (first === 0xe0) return [0xa0, 0xbf]
  if (first === 0xed) return [0x80, 0x9f]
  if (first === 0xf0) return [0x90, 0xbf]
  if (first === 0xf4) return [0x80, 0x8f]
  return [0x80, 0xbf]
}
