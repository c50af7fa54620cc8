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

/** Reads UTF-8; `standIn` gives the text for each byte that is not part of a valid sequence, where browsers merge some. */
export function decodeUtf8With(bytes: Uint8Array, standIn: (byte: number) => string): string {
  return tryDecodeUtf8(bytes) ?? decodeBroken(bytes, standIn)
}

function decodeBroken(bytes: Uint8Array, standIn: (byte: number) => string): string {
  const parts: string[] = []
  let start = 0
  let i = 0
  while (i < bytes.length) {
    const length = sequenceLength(bytes, i)
    if (length > 0) {
      i += length
      continue
    }
    if (i > start) parts.push(tryDecodeUtf8(bytes.subarray(start, i)) ?? '')
    parts.push(standIn(bytes[i] as number))
    i++
    start = i
  }
  if (i > start) parts.push(tryDecodeUtf8(bytes.subarray(start, i)) ?? '')
  return parts.join('')
}

/** Length of the valid sequence at `i`; 0 when there is none (Unicode, table 3-7). */
function sequenceLength(bytes: Uint8Array, i: number): number {
  const first = bytes[i] as number
  if (first < 0x80) return 1
  if (first < 0xc2 || first > 0xf4) return 0
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
  if (i + length > bytes.length) return 0
  const second = bytes[i + 1] as number
  const [low, high] = secondByteRange(first)
  if (second < low || second > high) return 0
  for (let k = 2; k < length; k++) if (((bytes[i + k] as number) & 0xc0) !== 0x80) return 0
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
