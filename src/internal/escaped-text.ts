/**
 * Go strings hold any bytes, JavaScript strings do not. A byte that is not part of valid UTF-8 is kept as the lone
 * surrogate U+DC00 + byte (the convention known as surrogateescape): writing protobuf or CBOR gives the byte back, and
 * writing JSON gives U+FFFD for it, exactly as Go does.
 */
const escapeBase = 0xdc00

interface NodeText {
  latin1Slice(start: number, end: number): string
  utf8Slice(start: number, end: number): string
  latin1Write(text: string, offset: number, length: number): number
  utf8Write(text: string, offset: number, length: number): number
}

/** Bytes with Node's native text functions. */
export type TextBytes = Uint8Array & NodeText

interface BufferConstructor {
  from(buffer: ArrayBufferLike, offset: number, length: number): TextBytes
  byteLength(text: string): number
}

let found: BufferConstructor | null | undefined

/** Node's `Buffer` when it has the native text functions that this module is after. */
export function nativeBuffer(): BufferConstructor | undefined {
  if (found === undefined) {
    const candidate = (globalThis as { Buffer?: { prototype?: Partial<NodeText> } }).Buffer
    const methods = candidate?.prototype
    const usable =
      typeof methods?.latin1Slice === 'function' &&
      typeof methods.utf8Slice === 'function' &&
      typeof methods.latin1Write === 'function' &&
      typeof methods.utf8Write === 'function'
    found = usable ? (candidate as unknown as BufferConstructor) : null
  }
  return found ?? undefined
}

/** `bytes` seen through Node's `Buffer`, or `undefined` where there is none. */
export function textBytes(bytes: Uint8Array): TextBytes | undefined {
  return nativeBuffer()?.from(bytes.buffer, bytes.byteOffset, bytes.length)
}

let decoder: TextDecoder | undefined

/** Reads UTF-8, bytes that are none escaped as lone surrogates. */
export function readText(bytes: Uint8Array): string {
  decoder ??= new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  try {
    return decoder.decode(bytes)
  } catch {
    return readEscaped(bytes)
  }
}

function readEscaped(bytes: Uint8Array): string {
  let text = ''
  let i = 0
  while (i < bytes.length) {
    const length = sequenceLength(bytes, i)
    text +=
      length === 0
        ? String.fromCharCode(escapeBase + byteAt(bytes, i))
        : String.fromCodePoint(codePointAt(bytes, i, length))
    i += length === 0 ? 1 : length
  }
  return text
}

function byteAt(bytes: Uint8Array, i: number): number {
  return bytes[i] as number
}

/** Length of the valid UTF-8 sequence at `i`; 0 when there is none. */
function sequenceLength(bytes: Uint8Array, i: number): number {
  const first = byteAt(bytes, i)
  if (first < 0x80) return 1
  if (first < 0xc2 || first > 0xf4) return 0
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
  if (i + length > bytes.length) return 0
  for (let k = 1; k < length; k++) if ((byteAt(bytes, i + k) & 0xc0) !== 0x80) return 0
  const second = byteAt(bytes, i + 1)
  if (first === 0xe0 && second < 0xa0) return 0
  if (first === 0xed && second > 0x9f) return 0
  if (first === 0xf0 && second < 0x90) return 0
  if (first === 0xf4 && second > 0x8f) return 0
  return length
}

function codePointAt(bytes: Uint8Array, i: number, length: number): number {
  let point = length === 1 ? byteAt(bytes, i) : byteAt(bytes, i) & (0x7f >> length)
  for (let k = 1; k < length; k++) point = (point << 6) | (byteAt(bytes, i + k) & 0x3f)
  return point
}

/** The byte that an escaped unit stands for; −1 for any other unit. */
export function escapedByte(unit: number): number {
  return unit >= escapeBase + 0x80 && unit <= escapeBase + 0xff ? unit - escapeBase : -1
}
