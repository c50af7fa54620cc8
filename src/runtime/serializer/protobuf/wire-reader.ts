import { TextReader } from '../../../internal/text-reader.js'
import { ProtobufError } from './protobuf-error.js'

const unexpectedEnd = 'unexpected EOF'

/**
 * Reads protobuf's wire format. The caller detects numbers past {@link end} by comparing {@link pos} with it; nothing
 * outside of `bytes` is ever read.
 */
export class WireReader extends TextReader {
  pos = 0
  /** Where the message being read ends. */
  end: number

  constructor(bytes: Uint8Array) {
    super(bytes)
    this.end = bytes.length
  }

  /** Continues at the beginning of other bytes. */
  open(bytes: Uint8Array): void {
    this.readFrom(bytes)
    this.pos = 0
    this.end = bytes.length
  }

  /** The error for what is at {@link pos}. */
  fail(message: string, cause?: unknown): ProtobufError {
    return new ProtobufError('ProtobufDecode', message, { offset: Math.min(this.pos, this.bytes.length), cause })
  }

  /** The error for bytes that end too early. */
  eof(): ProtobufError {
    return this.fail(unexpectedEnd)
  }

  /** Reads a tag as `number << 3 | wire type`, the number cut to 32 bits as gogo does. */
  tag(): number {
    const first = this.bytes[this.pos++]!
    if (first < 128) return first
    const second = this.bytes[this.pos]!
    if (second < 128) {
      this.pos++
      return (second << 7) | (first & 127)
    }
    this.pos--
    return this.longTag()
  }

  private longTag(): number {
    const low = this.varint32()
    const high = this.high
    const number = (low >>> 3) | (high << 29) | 0
    return number * 8 + (low & 7)
  }

  /** Reads the length of what follows and returns its end, which is not after {@link end}. */
  stop(): number {
    let length = this.bytes[this.pos++]!
    if (length > 127) {
      this.pos--
      length = this.longLength()
    }
    const stop = this.pos + length
    if (!(stop <= this.end)) throw this.eof()
    return stop
  }

  private longLength(): number {
    const low = this.varint32()
    if (this.high < 0) throw this.fail('proto: negative length found during unmarshaling')
    return this.high * 0x1_0000_0000 + (low >>> 0)
  }

  /** Upper 32 bits, signed, of the varint that {@link varint32} read last. */
  high = 0

  /** Reads a varint; returns its lower 32 bits, signed, and leaves the upper ones in {@link high}. */
  varint32(): number {
    const { bytes } = this
    let byte = bytes[this.pos++]!
    this.high = 0
    if (byte < 128) return byte
    let low = byte & 127
    for (let shift = 7; shift < 28; shift += 7) {
      byte = bytes[this.pos++]!
      low |= (byte & 127) << shift
      if (byte < 128) return low
    }
    byte = bytes[this.pos++]!
    low |= (byte & 127) << 28
    let high = (byte & 127) >>> 4
    if (byte < 128) {
      this.high = high
      return low
    }
    for (let shift = 3; shift < 38; shift += 7) {
      byte = bytes[this.pos++]!
      if (shift < 32) high |= (byte & 127) << shift
      if (byte < 128) {
        this.high = high
        return low
      }
    }
    if (this.pos > bytes.length) throw this.eof()
    throw this.fail('proto: integer overflow')
  }

  /** Reads a varint as true or false. */
  bool(): boolean {
    const byte = this.bytes[this.pos]!
    if (byte < 128) {
      this.pos++
      return byte !== 0
    }
    return (this.varint32() | this.high) !== 0
  }

  /** Reads a signed 64-bit integer: a number when that is exact, a bigint otherwise. */
  int64(): number | bigint {
    const low = this.varint32() >>> 0
    const { high } = this
    if (high >= -0x20_0000 && high < 0x20_0000) {
      const value = high * 0x1_0000_0000 + low
      if (Number.isSafeInteger(value)) return value
    }
    return (BigInt(high) << 32n) | BigInt(low)
  }

  /** Reads an unsigned 64-bit integer: a number when that is exact, a bigint otherwise. */
  uint64(): number | bigint {
    const low = this.varint32() >>> 0
    const high = this.high >>> 0
    if (high < 0x20_0000) return high * 0x1_0000_0000 + low
    return (BigInt(high) << 32n) | BigInt(low)
  }

  /** Reads four bytes. */
  float(): number {
    return this.fixed(4).getFloat32(this.pos - 4, true)
  }

  /** Reads eight bytes. */
  double(): number {
    return this.fixed(8).getFloat64(this.pos - 8, true)
  }

  private fixed(width: number): DataView {
    if (this.pos + width > this.end) throw this.eof()
    this.pos += width
    return this.view
  }

  /** Reads a length and that many bytes of text. */
  string(): string {
    const stop = this.stop()
    const start = this.pos
    this.pos = stop
    return this.text(start, stop)
  }

  /** Passes over the value of an unknown field, groups included, as gogo does. `wireType` is the one just read. */
  skip(wireType: number): void {
    let depth = 0
    let wire = wireType
    for (;;) {
      depth += this.skipOne(wire, depth)
      if (this.pos > this.end) throw this.eof()
      if (depth === 0) return
      if (this.pos >= this.end) throw this.eof()
      wire = this.tag() & 7
    }
  }

  /** Passes over one value; returns by how much the depth of groups changes. */
  private skipOne(wireType: number, depth: number): number {
    switch (wireType) {
      case 0:
        this.varint32()
        return 0
      case 1:
        this.pos += 8
        return 0
      case 2:
        this.pos = this.stop()
        return 0
      case 3:
        return 1
      case 4:
        if (depth === 0) throw this.fail('proto: unexpected end of group')
        return -1
      case 5:
        this.pos += 4
        return 0
      default:
        throw this.fail(`proto: illegal wireType ${wireType}`)
    }
  }
}
