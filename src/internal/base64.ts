import { isPlainBase64 } from './base64-text.js'
import { nodeBuffer } from './node-buffer.js'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const newlines: ReadonlySet<number> = /* @__PURE__ */ new Set([0x0a, 0x0d])
const padding = 0x3d
/** Below this size calling into the platform costs more than it saves. */
const platformThreshold = 48

let values: Int8Array | undefined

/** Six bits by character code, −1 for what is not in the alphabet. Built on first use. */
function sextets(): Int8Array {
  if (values === undefined) {
    values = new Int8Array(128).fill(-1)
    for (let i = 0; i < 64; i++) values[alphabet.charCodeAt(i)] = i
  }
  return values
}

/** Writes bytes as padded standard base64 (RFC 4648, section 4), as Go's `encoding/json` writes `[]byte`. */
export function encodeBase64(bytes: Uint8Array): string {
  // Stryker disable next-line all: both ways give the same text
  const buffer = bytes.length < platformThreshold ? undefined : nodeBuffer()
  // Stryker disable next-line all: as above
  if (buffer !== undefined) return buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')
  let text = ''
  let i = 0
  for (; i + 2 < bytes.length; i += 3) text += quantum(bytes, i)
  if (i < bytes.length) text += lastQuantum(bytes, i)
  return text
}

function quantum(bytes: Uint8Array, i: number): string {
  const bits = (byte(bytes, i) << 16) | (byte(bytes, i + 1) << 8) | byte(bytes, i + 2)
  return symbol(bits >> 18) + symbol(bits >> 12) + symbol(bits >> 6) + symbol(bits)
}

function lastQuantum(bytes: Uint8Array, i: number): string {
  const bits = (byte(bytes, i) << 16) | (byte(bytes, i + 1) << 8)
  const head = symbol(bits >> 18) + symbol(bits >> 12)
  return i + 1 < bytes.length ? `${head}${symbol(bits >> 6)}=` : `${head}==`
}

function byte(bytes: Uint8Array, i: number): number {
  return bytes[i] ?? 0
}

function symbol(bits: number): string {
  return alphabet.charAt(bits & 63)
}

/**
 * Reads padded standard base64, carriage returns and line feeds ignored, as Go does.
 *
 * @returns the bytes, or the offset of the first byte of the input that is wrong.
 */
export function tryDecodeBase64(text: string): Uint8Array | number {
  // Stryker disable next-line all: both ways give the same bytes
  if (text.length >= platformThreshold && isPlainBase64(text)) {
    const buffer = nodeBuffer()?.from(text, 'base64')
    if (buffer !== undefined) return ownBytes(buffer)
  }
  return new Base64Reader(text).read()
}

/** Small buffers share one block of memory in Node; returned ones must not. */
function ownBytes(bytes: Uint8Array): Uint8Array {
  if (bytes.length !== bytes.buffer.byteLength) return new Uint8Array(bytes)
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** Reports whether `text` is exactly what {@link encodeBase64} writes for its bytes. */
export function isCanonicalBase64(text: string): boolean {
  if (!isPlainBase64(text)) return false
  if (!text.endsWith('=')) return true
  const pads = text.endsWith('==') ? 2 : 1
  const last = sextets()[text.charCodeAt(text.length - 1 - pads)] ?? 0
  return (last & (pads === 2 ? 15 : 3)) === 0
}

/** The exact decoder for any input; it reads characters in Go's order, so that the offsets of errors agree. */
class Base64Reader {
  private position = 0
  private written = 0
  private readonly out: Uint8Array

  constructor(private readonly text: string) {
    this.out = new Uint8Array(Math.ceil(text.length / 4) * 3)
  }

  read(): Uint8Array | number {
    const table = sextets()
    let bits = 0
    let held = 0
    while (this.position < this.text.length) {
      const unit = this.text.charCodeAt(this.position++)
      const value = unit < 128 ? table[unit]! : -1
      if (value >= 0) {
        bits = (bits << 6) | value
        if (++held < 4) continue
        this.write(bits, 3)
        bits = held = 0
      } else if (unit === padding) {
        return this.finish(bits, held)
      } else if (!newlines.has(unit)) {
        return this.position - 1
      }
    }
    return held === 0 ? this.out.subarray(0, this.written) : this.position - held
  }

  private finish(bits: number, held: number): Uint8Array | number {
    if (held < 2) return this.position - 1
    if (held === 2) {
      this.skipNewlines()
      if (this.position === this.text.length) return this.position
      if (this.text.charCodeAt(this.position) !== padding) return this.position - 1
      this.position++
    }
    this.skipNewlines()
    if (this.position < this.text.length) return this.position
    this.write(bits << (6 * (4 - held)), held - 1)
    return this.out.subarray(0, this.written)
  }

  private skipNewlines(): void {
    while (newlines.has(this.text.charCodeAt(this.position))) this.position++
  }

  private write(bits: number, count: number): void {
    for (let i = 0; i < count; i++) this.out[this.written++] = (bits >> (16 - 8 * i)) & 255
  }
}
