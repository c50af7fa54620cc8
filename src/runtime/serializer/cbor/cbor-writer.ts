import { BackwardWriter } from '../../../internal/backward-writer.js'
import { maxUint64 } from '../../../internal/int64.js'
import { CBORError } from './cbor-error.js'
import { halfBits } from './half-float.js'

/** Major types, in the upper three bits of an initial byte. */
export const Major = {
  positive: 0x00,
  negative: 0x20,
  bytes: 0x40,
  text: 0x60,
  array: 0x80,
  map: 0xa0,
  tag: 0xc0,
  simple: 0xe0,
} as const

const two32 = 0x1_0000_0000

/** Writes CBOR from the end to the beginning, every head in its shortest form. */
export class CBORWriter extends BackwardWriter {
  /** Writes the head of a data item. `argument` is below 2^53. */
  head(major: number, argument: number): void {
    this.room(9)
    const { buffer } = this
    if (argument < 24) {
      buffer[--this.pos] = major | argument
    } else if (argument < 0x100) {
      buffer[--this.pos] = argument
      buffer[--this.pos] = major | 24
    } else if (argument < 0x1_0000) {
      buffer[--this.pos] = argument
      buffer[--this.pos] = argument >>> 8
      buffer[--this.pos] = major | 25
    } else {
      this.longHead(major, argument)
    }
  }

  private longHead(major: number, argument: number): void {
    this.word(argument >>> 0)
    if (argument < two32) {
      this.byte(major | 26)
      return
    }
    this.word(Math.floor(argument / two32))
    this.byte(major | 27)
  }

  private word(value: number): void {
    const { buffer } = this
    buffer[--this.pos] = value
    buffer[--this.pos] = value >>> 8
    buffer[--this.pos] = value >>> 16
    buffer[--this.pos] = value >>> 24
  }

  /** Writes a Go string: a byte string. */
  string(text: string): void {
    const { length } = text
    if (length >= 24 || !this.shortText(text)) this.head(Major.bytes, this.text(text))
  }

  /** Writes a string of fewer than 24 characters and its head, if it is ASCII. */
  private shortText(text: string): boolean {
    const { length } = text
    this.room(length + 1)
    const { buffer } = this
    let at = this.pos
    for (let i = length - 1; i >= 0; i--) {
      const unit = text.charCodeAt(i)
      if (unit > 127) return false
      buffer[--at] = unit
    }
    buffer[--at] = Major.bytes | length
    this.pos = at
    return true
  }

  /** Writes bytes so few that copying them one by one is faster than asking the platform. */
  shortBytes(bytes: Uint8Array): void {
    const { length } = bytes
    this.room(length)
    const { buffer } = this
    let at = this.pos
    for (let i = length - 1; i >= 0; i--) buffer[--at] = bytes[i]!
    this.pos = at
  }

  /** Writes Go's `[]byte`: a byte string in tag 22, "expected later encoding base64". */
  laterBase64(bytes: Uint8Array): void {
    this.bytes(bytes)
    this.head(Major.bytes, bytes.length)
    this.byte(Major.tag | 22)
  }

  /** @throws CBORError for integers beyond 64 bits. */
  integer(value: number | bigint): void {
    if (typeof value === 'bigint') this.bigInteger(value)
    else if (value >= 0) this.head(Major.positive, value)
    else this.head(Major.negative, -1 - value)
  }

  private bigInteger(value: bigint): void {
    const argument = value < 0n ? -1n - value : value
    if (argument > maxUint64) throw new CBORError('CBOREncode', `integer ${value} is beyond 64 bits`)
    const major = value < 0n ? Major.negative : Major.positive
    if (argument <= BigInt(Number.MAX_SAFE_INTEGER)) {
      this.head(major, Number(argument))
      return
    }
    this.room(9)
    this.word(Number(argument & 0xffffffffn))
    this.word(Number(argument >> 32n))
    this.byte(major | 27)
  }

  /**
   * Writes a floating-point number in the shortest width that holds it exactly.
   *
   * @throws CBORError for NaN and infinities.
   */
  float(value: number): void {
    if (!Number.isFinite(value)) throw new CBORError('CBOREncode', `cbor: floating-point ${value} is not supported`)
    this.room(9)
    const half = halfBits(value)
    if (half !== undefined) {
      this.byte(half & 255)
      this.byte(half >>> 8)
      this.byte(0xf9)
      return
    }
    const single = Math.fround(value) === value
    const width = single ? 4 : 8
    this.pos -= width
    const view = new DataView(this.buffer.buffer, this.pos, width)
    if (single) view.setFloat32(0, value)
    else view.setFloat64(0, value)
    this.byte(single ? 0xfa : 0xfb)
  }

  /** Writes `false`, `true` or `null`. */
  simple(value: boolean | null): void {
    this.byte(value === null ? 0xf6 : value ? 0xf5 : 0xf4)
  }
}
